internal import Glibc

/// The system's clocks.
package struct SystemTime: TimeSource {
  /// Makes a source.
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
