internal import Values

/// One reading of the clocks.
package struct Moment: Hashable, Sendable {
  /// The wall clock in nanoseconds since 1970; may jump.
  package var wall: Int64
  /// Nanoseconds since some start; never goes back. All delays are measured with it.
  package var monotonic: Int64
  /// Minutes that local time is east of UTC.
  package var offset: Int

  /// Makes a reading.
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
