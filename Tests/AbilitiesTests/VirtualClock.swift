import Synchronization
import TestSupport

/// A clock that moves only when a test moves it.
final class VirtualClock: Sendable {
  private struct State {
    var now = Duration.zero
    var count = 0
    var sleepers: [Int: (due: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// The present time.
  var now: Duration { state.withLock { $0.now } }

  /// The number of those that sleep.
  var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// Moves on and wakes all that are due.
  func advance(by time: Duration) {
    let due = state.withLock { state in
      state.now += time
      let due = state.sleepers.filter { $0.value.due <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Waits until a number of callers sleep.
  func hasSleepers(_ count: Int) async -> Bool { await eventually { self.sleepers == count } }

  /// Waits for a time of this clock.
  func wait(_ time: Duration) async throws {
    let id = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.contains(id) { return true }
          state.sleepers[id] = (state.now + time, continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(id)
        return state.sleepers.removeValue(forKey: id)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
