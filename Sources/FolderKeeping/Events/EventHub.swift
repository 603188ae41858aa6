package import GitObjects
internal import Synchronization
package import WorkTree
package import WorkspaceAPI

/// Publishes events to all listeners.
///
/// The hub keeps no events, except those from the opening of the workspace, when no client can listen: the first client
/// receives them, and so do earlier listeners for some kinds. A `recorded` event of the hub says only that the tip moved:
/// a listener replaces it by the events of the new commits.
package final class EventHub: Sendable {
  private struct Listener {
    var kinds: Set<EventKind>?
    var continuation: AsyncStream<WorkspaceEvent>.Continuation
  }

  private struct State {
    var next = 0
    var listeners: [Int: Listener] = [:]
    var isClosed = false
    var isOpening = true
    var early: [WorkspaceEvent] = []
  }

  /// The largest number of kept events from the opening.
  private static let mostEarly = 100

  private let state = Mutex(State())
  /// The clock.
  package let time: any TimeSource

  /// Makes a hub whose events have this clock's time.
  package init(time: any TimeSource) {
    self.time = time
  }

  /// Returns the events from now on; at most 10,000 wait for a slow listener, the oldest are dropped.
  ///
  /// - Parameter kinds: the kinds of events; nil for all kinds, as clients receive them.
  package func listen(to kinds: Set<EventKind>? = nil) -> AsyncStream<WorkspaceEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: WorkspaceEvent.self, bufferingPolicy: .bufferingNewest(10_000))
    let id: Int? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.next += 1
      state.listeners[state.next] = Listener(kinds: kinds, continuation: continuation)
      if !state.isOpening {
        for event in state.early where kinds?.contains(event.event) ?? true { continuation.yield(event) }
        if kinds == nil { state.early = [] }
      }
      return state.next
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
    return stream
  }

  /// Ends the opening of the workspace; from now on no events are kept.
  package func endOpening() { state.withLock { $0.isOpening = false } }

  /// Publishes an event to all listeners of its kind.
  package func publish(
    _ event: EventKind, _ message: String, commit: ObjectID? = nil, paths: [String] = [], author: AuthorRecord? = nil,
    id: String? = nil, kind: String? = nil, answer: String? = nil
  ) {
    let (listeners, isOpening) = state.withLock { state in
      (state.listeners.values.filter { $0.kinds?.contains(event) ?? true }, state.isOpening)
    }
    guard isOpening || !listeners.isEmpty else { return }
    let published = WorkspaceEvent(
      event: event, time: time.now().iso8601, commit: commit, paths: Array(paths.prefix(1_000)),
      author: author, id: id, kind: kind, answer: answer, message: message)
    for listener in listeners { listener.continuation.yield(published) }
    guard isOpening, event != .recorded else { return }
    state.withLock { state in if state.early.count < Self.mostEarly { state.early.append(published) } }
  }

  /// Finishes all streams.
  package func close() {
    let listeners = state.withLock { state in
      state.isClosed = true
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.continuation.finish() }
  }
}
