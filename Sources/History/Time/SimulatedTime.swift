internal import Synchronization

/// A clock that shows a constant time until it is moved.
package final class SimulatedTime: TimeSource {
  private let moment: Mutex<Moment>

  /// Makes a clock that shows this time.
  package init(_ start: Moment = Moment(wall: 1_700_000_000_000_000_000, monotonic: 1_000_000_000)) {
    moment = Mutex(start)
  }

  /// Returns the shown time.
  package func now() -> Moment { moment.withLock { $0 } }

  /// Moves the clock forward; the monotonic part never goes back.
  package func advance(nanoseconds: Int64) {
    moment.withLock {
      $0.wall += nanoseconds
      $0.monotonic += max(0, nanoseconds)
    }
  }

  /// Simulates a restart of the machine that was off for a while: the monotonic part begins anew.
  package func restart(afterNanoseconds nanoseconds: Int64) {
    moment.withLock { $0 = Moment(wall: $0.wall + nanoseconds, monotonic: 1_000_000_000, offset: $0.offset) }
  }
}
