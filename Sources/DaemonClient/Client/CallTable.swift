internal import Synchronization
internal import WorkspaceAPI

/// The calls of one connection that wait for their answers.
final class CallTable: Sendable {
  /// A receiver of a call's notifications.
  struct Listener: Sendable {
    /// Receives a notification's line.
    var hear: @Sendable ([UInt8]) -> Void
    /// Ends the notifications.
    var finish: @Sendable () -> Void
  }

  private struct State {
    var lastID = 0
    var waiting: [Int: CheckedContinuation<Result<[UInt8], VerbError>, Never>] = [:]
    var listeners: [Int: Listener] = [:]
    var watchers: [CheckedContinuation<Void, Never>] = []
    var ending: VerbError?
  }

  private let state = Mutex(State())

  /// Returns an id that is unique in this connection.
  func nextID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Resumes `continuation` with the answer to call `id`, or with the reason why none will arrive.
  func expect(_ id: Int, _ continuation: CheckedContinuation<Result<[UInt8], VerbError>, Never>) {
    let ending = state.withLock { state in
      if state.ending == nil { state.waiting[id] = continuation }
      return state.ending
    }
    if let ending { continuation.resume(returning: .failure(ending)) }
  }

  /// Sends the notifications of call `id` to a listener.
  func expect(_ id: Int, _ listener: Listener) {
    let hasEnded = state.withLock { state in
      if state.ending == nil { state.listeners[id] = listener }
      return state.ending != nil
    }
    if hasEnded { listener.finish() }
  }

  /// Answers call `id` with an error.
  func fail(_ id: Int, with error: VerbError) {
    let call = state.withLock { state in
      state.listeners[id] = nil
      return state.waiting.removeValue(forKey: id)
    }
    call?.resume(returning: .failure(error))
  }

  /// Passes a line from the daemon to the call that it belongs to.
  func received(_ line: [UInt8]) {
    guard let head = RPCHead(line) else { return }
    switch head.id {
    case .number(let id):
      let (call, listener) = state.withLock { state in
        (state.waiting.removeValue(forKey: id), state.listeners.removeValue(forKey: id))
      }
      call?.resume(returning: .success(line))
      listener?.finish()
    case .null, .text, nil:
      if head.method != nil {
        guard case .number(let id)? = try? RPCCodec.message(NotifiedCall.self, from: line).params.call else { return }
        state.withLock { $0.listeners[id] }?.hear(line)
      } else if let answer = try? RPCCodec.message(RPCAnswer<Nothing>.self, from: line), let error = answer.error {
        end(with: error.data)
      }
    }
  }

  /// The call that a notification belongs to.
  private struct NotifiedCall: Decodable {
    struct Parameters: Decodable {
      var call: RPCID
    }

    var params: Parameters
  }

  /// The error if the daemon ended before it answered.
  static var gone: VerbError {
    VerbError(
      .failed, "The daemon ended before it answered.",
      kept: "Acknowledged changes are recorded; `stet log` shows whether this call was done.",
      next: "Run the command again; `.git/stet/log` says why it ended.", reason: VerbError.daemonEnded)
  }

  /// Ends all waiting calls; `error` is the reason, nil if the daemon ended.
  func end(with error: VerbError?) {
    let before = state.withLock { state in
      let before = state
      state.ending = state.ending ?? error ?? Self.gone
      state.waiting = [:]
      state.listeners = [:]
      if error == nil { state.watchers = [] }
      return before
    }
    for call in before.waiting.values { call.resume(returning: .failure(before.ending ?? error ?? Self.gone)) }
    for listener in before.listeners.values { listener.finish() }
    if error == nil { for watcher in before.watchers { watcher.resume() } }
  }

  /// Whether the connection has ended.
  var hasEnded: Bool { state.withLock { $0.ending != nil } }

  /// Returns when the connection has ended.
  func waitForEnd() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if state.ending == nil { state.watchers.append(continuation) }
        return state.ending != nil
      }
      if hasEnded { continuation.resume() }
    }
  }
}
