internal import MCP
internal import Synchronization

/// A session of the protocol with what is at work in it; several requests may come in at once.
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

  /// A session that nothing was said in; `isStateless` where it is for one message that stands for itself.
  init(server: ServerDescription, services: SessionServices, questions: OpenQuestions, isStateless: Bool) {
    self.services = services
    self.isStateless = isStateless
    state = Mutex(State(session: ServerSession(server: server, questions: questions)))
  }

  /// Takes a message.
  ///
  /// - Returns: the frames that answer it, until the last one is out: at once, or as its calls get on.
  func receive(_ message: ParsedMessage) -> Answer {
    let (frames, sink) = AsyncStream<Outgoing>.makeStream()
    let effects = state.withLock { $0.session.receive(message) }
    // A stateless message that listens is never answered: its stream says what changes until it is closed.
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
    return Answer(frames: frames, keys: keys, mayStream: isLong)
  }

  /// What the session says unasked, from now on; a stream that was there before ends.
  func notices() -> AsyncStream<Outgoing> {
    let (frames, sink) = AsyncStream<Outgoing>.makeStream(bufferingPolicy: .bufferingNewest(1_000))
    listen(into: sink)
    return frames
  }

  /// Ends the stream of what the session says unasked.
  func stopTelling() {
    let listener = state.withLock { state in
      defer { state.listener = nil }
      return state.listener
    }
    listener?.finish()
  }

  /// Gives up calls, as far as they can be given up: nobody waits for their results any more.
  func cancel(_ keys: [Int]) {
    let (tasks, idle) = state.withLock { state in
      let idle = keys.filter { state.tasks[$0] == nil }.compactMap { state.groups.removeValue(forKey: $0) }
      return (keys.compactMap { state.tasks[$0] }, idle)
    }
    for task in tasks { task.cancel() }
    // One that waits for what its client's person says has no task.
    for group in idle { group.leave() }
    if isStateless { end() }
  }

  /// Gives up every call that is at work, and tells nothing more.
  func end() {
    let (tasks, listener) = state.withLock { state in
      (Array(state.tasks.values) + [state.watch].compactMap(\.self), state.listener)
    }
    for task in tasks { task.cancel() }
    listener?.finish()
  }

  /// Begins a call, or goes on with one whose client's person was asked: its frames go where they went before.
  private func begin(
    _ key: Int, in own: AnswerGroup,
    _ body: @escaping @Sendable (LiveSession, AnswerGroup) async -> @Sendable (inout ServerSession) -> [ServerEffect]
  ) {
    // Held until the task is in the table, so that one that is done at once is not put in after it was taken out.
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
