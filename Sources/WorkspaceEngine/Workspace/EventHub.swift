internal import GitObjects
internal import History
internal import Synchronization

/// Hands events to everybody who listens; keeps none.
final class EventHub: Sendable {
  private struct State {
    var next = 0
    var listeners: [Int: AsyncStream<WorkspaceEvent>.Continuation] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())
  private let time: any TimeSource

  /// Makes a hub whose events bear this clock's time.
  init(time: any TimeSource) {
    self.time = time
  }

  /// Events from now on; at most 10,000 wait for a slow listener, the newest stay.
  func listen() -> AsyncStream<WorkspaceEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: WorkspaceEvent.self, bufferingPolicy: .bufferingNewest(10_000))
    let id: Int? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
    return stream
  }

  /// Whether anybody listens.
  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// Tells everybody.
  func publish(_ event: String, _ message: String, commit: ObjectID? = nil, paths: [String] = [], author: String? = nil)
  {
    let listeners = state.withLock { Array($0.listeners.values) }
    guard !listeners.isEmpty else { return }
    let told = WorkspaceEvent(
      event: event, time: TimeText.iso8601(time.now()), commit: commit, paths: paths, author: author, message: message)
    for listener in listeners { listener.yield(told) }
  }

  /// Ends all streams.
  func close() {
    let listeners = state.withLock { state in
      state.isClosed = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
