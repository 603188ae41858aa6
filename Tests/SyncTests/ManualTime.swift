import Synchronization
import TestSupport
import Testing

@testable import Sync

/// A clock that stands until a test moves it.
final class ManualTime: SyncClock {
  private struct Sleeper {
    var id: Int
    var due: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.seconds(1_000)
    var count = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  /// Yields when somebody begins to sleep.
  private let (sleeps, slept) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  var now: Duration { state.withLock { $0.now } }

  func uptime() -> Duration { now }

  func seconds() -> Int64 { 1_700_000_000 }

  /// Moves on and wakes who is due.
  func advance(by time: Duration) {
    let due = state.withLock { state in
      state.now += time
      let due = state.sleepers.filter { $0.due <= state.now }
      state.sleepers.removeAll { $0.due <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Moves on by steps, each only when somebody sleeps for no longer than it, until the condition holds.
  func drive(step: Duration, until isDone: () async -> Bool) async {
    let isInTime = await eventually {
      if await isDone() { return true }
      if isAwaited(within: step) { advance(by: step) }
      return await isDone()
    }
    if !isInTime { Issue.record("time was moved on in vain") }
  }

  /// Moves on by steps, each only when somebody sleeps for no longer than it, until the task is cancelled.
  func run(step: Duration) async {
    for await _ in sleeps {
      while isAwaited(within: step) { advance(by: step) }
    }
  }

  private func isAwaited(within step: Duration) -> Bool {
    state.withLock { state in state.sleepers.contains { $0.due <= state.now + step } }
  }

  func wait(_ time: Duration) async throws {
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
