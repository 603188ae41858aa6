internal import MCP
internal import Synchronization

/// A session of the protocol with its calls in progress; several requests may arrive at once.
final class LiveSession: Sendable {
  private typealias Sink = AsyncStream<Outgoing>.Continuation

  private struct State {
    var session: ServerSession
    var tasks: [Int: Task<Void, Never>] = [:]
    var groups: [Int: AnswerGroup] = [:]
    var watch: Task<Void, Never>?
    var listener: Sink?
  }

  private let state: Mutex<State>
  private let services: SessionServices
  private let isStateless: Bool

  /// Creates a new session; `isStateless` for a single independent message.
  init(server: ServerDescription, services: SessionServices, questions: OpenQuestions, isStateless: Bool) {
    self.services = services
    self.isStateless = isStateless
    state = Mutex(State(session: ServerSession(server: server, questions: questions)))
  }

  /// Executes a message.
  ///
  /// - Returns: the frames of its answer, at once or as its calls progress.
  func receive(_ message: ParsedMessage) -> Answer {
    let (frames, sink) = AsyncStream<Outgoing>.makeStream()
    let effects = state.withLock { $0.session.receive(message) }
    // A stateless message that listens is never answered: its stream reports changes until it is closed.
    let listens = isStateless && effects.contains(.watch)
    let own = AnswerGroup(sink)
    var keys: [Int] = []
    var isLong = listens
    for effect in effects {
      switch effect {
      case .send(let frame): sink.yield(listens ? .notice(frame) : .answer(frame))
      case .cancel(let key): cancel([key])
      case .call(let key, let call):
        keys.append(key)
        isLong = isLong || call.wantsProgress || call.canAsk
        begin(key, in: own) { live, group in
          let result = await live.services.handler(call) { progress in
            for case .send(let frame) in live.state.withLock({ $0.session.progress(key: key, progress) }) {
              group.sink.yield(.notice(frame))
            }
          }
          return { $0.finish(key: key, result) }
        }
      case .resources(let key, let call):
        keys.append(key)
        begin(key, in: own) { live, _ in
          let answer = await live.services.finder(call)
          return { $0.finish(key: key, answer) }
        }
      case .watch:
        if listens { listen(into: sink) }
        watch()
      }
    }
    if !listens { own.leave() }
    return Answer(frames: frames, keys: keys, mayStream: isLong, sink: sink)
  }

  /// Returns the stream of the session's notifications from now on; an earlier stream ends.
  func notices() -> AsyncStream<Outgoing> {
    let (frames, sink) = AsyncStream<Outgoing>.makeStream(bufferingPolicy: .bufferingNewest(1_000))
    listen(into: sink)
    return frames
  }

  /// Ends the stream of notifications.
  func stopTelling() {
    let listener = state.withLock { state in
      defer { state.listener = nil }
      return state.listener
    }
    listener?.finish()
  }

  /// Cancels calls, as far as possible: their results are not needed any more.
  func cancel(_ keys: [Int]) {
    let (tasks, idle) = state.withLock { state in
      (keys.compactMap { state.tasks[$0] }, Self.takeIdle(keys, from: &state))
    }
    for task in tasks { task.cancel() }
    for group in idle { group.leave() }
    if isStateless { end() }
  }

  /// Cancels every call in progress and ends the notifications.
  func end() {
    let (tasks, idle, listener) = state.withLock { state in
      (
        Array(state.tasks.values) + [state.watch].compactMap(\.self),
        Self.takeIdle(Array(state.groups.keys), from: &state), state.listener
      )
    }
    for task in tasks { task.cancel() }
    for group in idle { group.leave() }
    listener?.finish()
  }

  /// Removes and returns the groups of calls that wait for an answer of their client's person: these have no task.
  private static func takeIdle(_ keys: [Int], from state: inout State) -> [AnswerGroup] {
    keys.filter { state.tasks[$0] == nil }.compactMap { state.groups.removeValue(forKey: $0) }
  }

  /// Starts a call, or continues one whose client's person was asked: its frames go to the same stream as before.
  private func begin(
    _ key: Int, in own: AnswerGroup,
    _ body: @escaping @Sendable (LiveSession, AnswerGroup) async -> @Sendable (inout ServerSession) -> [ServerEffect]
  ) {
    // Locked until the task is in the table, so that a task that ends at once is not added after its removal.
    state.withLock { state in
      let group = state.groups[key] ?? own
      if state.groups.updateValue(group, forKey: key) == nil { group.enter() }
      state.tasks[key] = Task {
        let finish = await body(self, group)
        let (effects, isOpen) = self.state.withLock { state in
          state.tasks[key] = nil
          let effects = finish(&state.session)
          let isOpen = state.session.isAtWork(key)
          if !isOpen { state.groups[key] = nil }
          return (effects, isOpen)
        }
        for case .send(let frame) in effects { group.sink.yield(isOpen ? .notice(frame) : .answer(frame)) }
        if !isOpen { group.leave() }
      }
    }
  }

  private func listen(into sink: Sink) {
    let before = state.withLock { state in
      defer { state.listener = sink }
      return state.listener
    }
    before?.finish()
  }

  private func watch() {
    state.withLock { state in
      guard state.watch == nil else { return }
      let changes = services.changes()
      state.watch = Task { [weak self] in
        for await change in changes { self?.tell(change) }
      }
    }
  }

  private func tell(_ change: ResourceChange) {
    let (effects, listener) = state.withLock { ($0.session.changed(change), $0.listener) }
    for case .send(let frame) in effects { listener?.yield(.notice(frame)) }
  }

  deinit { state.withLock { $0.watch }?.cancel() }
}

extension LiveSession {
  /// The answer to a message.
  struct Answer {
    /// The frames in order; the sequence ends after the last.
    var frames: AsyncStream<Outgoing>
    /// The keys of the calls that the message started.
    var keys: [Int]
    /// Whether a call may report progress, so that the answer must be streamed.
    var mayStream: Bool
    /// The sender of the frames.
    let sink: AsyncStream<Outgoing>.Continuation

    /// Adds keep-alive comments to the frames until the returned task is cancelled.
    func keepAlive(every pause: Duration) -> Task<Void, Never> {
      Task { [sink] in
        while (try? await Task.sleep(for: pause)) != nil { sink.yield(.keepAlive) }
      }
    }
  }
}

/// A frame for the client.
enum Outgoing: Hashable, Sendable {
  /// A notification before the answer.
  case notice([UInt8])
  /// The answer to a request.
  case answer([UInt8])
  /// No message: a comment in a stream, which cannot be written if the client is gone.
  case keepAlive

  /// The message; nil for a keep-alive comment.
  var frame: [UInt8]? {
    switch self {
    case .notice(let frame), .answer(let frame): frame
    case .keepAlive: nil
    }
  }
}
