internal import Glibc
internal import Synchronization
internal import Values

/// The source of the time: the system, or a simulation that moves it by hand.
///
/// Both pass one conformance suite: the monotonic part never goes back, and two readings can be compared.
package protocol TimeSource: Sendable {
  /// Returns the present time.
  func now() -> Moment
}

/// One reading of the clocks.
package struct Moment: Hashable, Sendable {
  /// The wall clock in nanoseconds since 1970; may jump.
  package var wall: Int64
  /// Nanoseconds since some start; never goes back. All delays are measured with it.
  package var monotonic: Int64
  /// Minutes that local time is east of UTC.
  package var offset: Int

  package init(wall: Int64, monotonic: Int64, offset: Int = 0) {
    self.wall = wall
    self.monotonic = monotonic
    self.offset = offset
  }

  /// Seconds since 1970.
  package var seconds: Int64 { wall / 1_000_000_000 }

  /// The wall clock's time as ISO 8601 has it.
  package var iso8601: String { ISOTime.text(seconds, offset: offset) }
}

/// The system's clocks.
package struct SystemTime: TimeSource {
  package init() {}

  /// Returns the present time.
  package func now() -> Moment {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    var monotonic = timespec()
    clock_gettime(CLOCK_BOOTTIME, &monotonic)
    var seconds = wall.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    return Moment(
      wall: Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec),
      monotonic: Int64(monotonic.tv_sec) * 1_000_000_000 + Int64(monotonic.tv_nsec), offset: Int(local.tm_gmtoff) / 60)
  }
}

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
