import TestSupport
import Testing

@testable import Sync

/// A clock that stops until a test moves it.
final class ManualTime: SyncClock {
  private let clock = VirtualClock(at: .seconds(1_000))

  var now: Duration { clock.now }

  func uptime() -> Duration { clock.now }

  func seconds() -> Int64 { 1_700_000_000 }

  func advance(by time: Duration) { clock.advance(by: time) }

  func wait(_ time: Duration) async throws { try await clock.wait(time) }

  /// Moves on by steps, each only when somebody sleeps for no longer than it, until the condition holds.
  func drive(step: Duration, until isDone: () async -> Bool) async {
    let isInTime = await eventually {
      if await isDone() { return true }
      if clock.isAwaited(within: step) { clock.advance(by: step) }
      return await isDone()
    }
    if !isInTime { Issue.record("time was moved on in vain") }
  }

  /// Moves on by steps, each only when somebody sleeps for no longer than it, until the task is cancelled.
  func run(step: Duration) async {
    for await _ in clock.sleeps {
      while clock.isAwaited(within: step) { clock.advance(by: step) }
    }
  }
}
