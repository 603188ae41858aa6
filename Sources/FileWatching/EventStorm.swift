/// The detection of dense events, which the watcher then reads together; depends only on the times of wakes.
///
/// When 100,000 files are exchanged one by one, each would wake the watcher, and a wake costs more than its event. A
/// single save is not delayed; in a storm an event is read at most `pause` later, out of the 20 ms for which a path
/// settles.
struct EventStorm {
  /// The time for which events are collected, in nanoseconds.
  static let pause: Int64 = 2_000_000
  /// The largest distance between consecutive wakes of a storm, in nanoseconds.
  static let gap: Int64 = 500_000
  /// The number of such wakes in a row that make a storm.
  static let fewest = 16

  private var last = Int64.min / 2
  private var row = 0

  /// Notes a wake; returns whether to wait for `pause` before the events are read.
  mutating func wakes(at now: Int64) -> Bool {
    // In a storm the pause itself lies between two wakes.
    let isDense = now - last < Self.gap + (row >= Self.fewest ? Self.pause : 0)
    last = now
    row = isDense ? min(row + 1, Self.fewest) : 0
    return row >= Self.fewest
  }
}
