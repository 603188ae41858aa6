internal import GitObjects
internal import Synchronization
internal import WorkspaceAPI

/// The calls of one connection that wait for their answers.
final class CallTable: Sendable {
  /// Who listens to notifications of one kind.
  enum Subscription: Sendable {
    case events(AsyncStream<WorkspaceEvent>.Continuation)
    case notices(AsyncStream<NoticeReport>.Continuation)
    case progress(@Sendable (SearchProgress) -> Void)

    fileprivate func finish() {
      switch self {
      case .events(let continuation): continuation.finish()
      case .notices(let continuation): continuation.finish()
      case .progress: break
      }
    }
  }

  private struct State {
    var lastID = 0
    var waiting: [Int: CheckedContinuation<Result<[UInt8], VerbError>, Never>] = [:]
    var subscriptions: [Int: Subscription] = [:]
    var watchers: [CheckedContinuation<Void, Never>] = []
    var ending: VerbError?
  }

  private let state = Mutex(State())

  /// An id that no other call of this connection has.
  func nextID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Resumes `continuation` with the answer to call `id`, or with why none will come.
  func expect(_ id: Int, _ continuation: CheckedContinuation<Result<[UInt8], VerbError>, Never>) {
    let ending = state.withLock { state in
      if state.ending == nil { state.waiting[id] = continuation }
      return state.ending
    }
    if let ending { continuation.resume(returning: .failure(ending)) }
  }

  /// Gives a listener the notifications of subscription `id`.
  func expect(_ id: Int, _ subscription: Subscription) {
    let hasEnded = state.withLock { state in
      if state.ending == nil { state.subscriptions[id] = subscription }
      return state.ending != nil
    }
    if hasEnded { subscription.finish() }
  }

  /// Answers call `id` with an error.
  func fail(_ id: Int, with error: VerbError) {
    let call = state.withLock { state in
      state.subscriptions[id] = nil
      return state.waiting.removeValue(forKey: id)
    }
    call?.resume(returning: .failure(error))
  }

  /// Hands a line from the daemon to whom it is for.
  func received(_ line: [UInt8]) {
    guard let head = RPCHead(line) else { return }
    switch head.id {
    case .number(let id):
      let (call, events) = state.withLock { state in
        (state.waiting.removeValue(forKey: id), state.subscriptions.removeValue(forKey: id))
      }
      call?.resume(returning: .success(line))
      events?.finish()
    case .null, .text, nil:
      if head.method == "event" {
        yield(line)
      } else if head.method == "notice" {
        yieldNotice(line)
      } else if head.method == "progress" {
        yieldProgress(line)
      } else if let answer = try? RPCCodec.message(RPCAnswer<RPCNothing>.self, from: line), let error = answer.error {
        end(with: error.data)
      }
    }
  }

  private func yield(_ line: [UInt8]) {
    guard let message = try? RPCCodec.message(RPCEvent.self, from: line),
      case .number(let id) = message.params.subscription
    else { return }
    guard case .events(let continuation)? = state.withLock({ $0.subscriptions[id] }) else { return }
    continuation.yield(message.params.event)
  }

  private func yieldNotice(_ line: [UInt8]) {
    guard let message = try? RPCCodec.message(RPCNotice.self, from: line),
      case .number(let id) = message.params.subscription,
      case .notices(let continuation)? = state.withLock({ $0.subscriptions[id] })
    else { return }
    continuation.yield(message.params.notice)
  }

  private func yieldProgress(_ line: [UInt8]) {
    guard let message = try? RPCCodec.message(RPCProgress.self, from: line), case .number(let id) = message.params.call,
      case .progress(let listener)? = state.withLock({ $0.subscriptions[id] })
    else { return }
    listener(message.params.progress)
  }

  /// Why no answer comes from a daemon that went away.
  static var gone: VerbError {
    VerbError(
      .failed, "The daemon ended before it answered.",
      kept: "What it had acknowledged is recorded; whether this call was done is in `stet log`.",
      next: "Run the command again; `.git/stet/log` says why it ended.")
  }

  /// Ends everything that waits; `error` is why, nil for a daemon that went away.
  func end(with error: VerbError?) {
    let before = state.withLock { state in
      let before = state
      state.ending = state.ending ?? error ?? Self.gone
      state.waiting = [:]
      state.subscriptions = [:]
      if error == nil { state.watchers = [] }
      return before
    }
    for call in before.waiting.values { call.resume(returning: .failure(before.ending ?? error ?? Self.gone)) }
    for events in before.subscriptions.values { events.finish() }
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
