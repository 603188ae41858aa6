internal import Synchronization

/// A clock that moves only when a test moves it.
package final class VirtualClock: Sendable {
  private struct Sleeper {
    var id: Int
    var due: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Duration
    var count = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>
  private let slept: AsyncStream<Void>.Continuation
  /// Yields when somebody begins to sleep.
  package let sleeps: AsyncStream<Void>

  /// Creates a clock that shows a time.
  package init(at now: Duration = .zero) {
    state = Mutex(State(now: now))
    (sleeps, slept) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// The present time.
  package var now: Duration { state.withLock { $0.now } }

  /// Moves on and wakes all that are due.
  package func advance(by time: Duration) {
    let due = state.withLock { state in
      state.now += time
      let due = state.sleepers.filter { $0.due <= state.now }
      state.sleepers.removeAll { $0.due <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until a number of callers sleep.
  package func hasSleepers(_ count: Int) async -> Bool {
    await eventually { self.state.withLock { $0.sleepers.count } == count }
  }

  /// Returns whether somebody sleeps for no longer than a time.
  package func isAwaited(within time: Duration) -> Bool {
    state.withLock { state in state.sleepers.contains { $0.due <= state.now + time } }
  }

  /// Waits for a time of this clock.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func wait(_ time: Duration) async throws {
    let id = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(id) != nil { return true }
          state.sleepers.append(Sleeper(id: id, due: state.now + time, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) } else { slept.yield() }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let position = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: position)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
