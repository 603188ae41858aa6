/// Whether events come so densely that the watcher is to take them together: a decision as a function of the wakes.
///
/// Where 100,000 files are exchanged one by one, each made the watcher wake, and a wake costs more than its event. One
/// save is not delayed; in a storm an event is taken at most `pause` later, of the 20 ms for which a path settles.
struct EventStorm {
  /// How long events are left to gather, nanoseconds.
  static let pause: Int64 = 2_000_000
  /// Wakes that are closer than this, nanoseconds, follow each other …
  static let gap: Int64 = 500_000
  /// … and so many of them in a row make a storm.
  static let fewest = 16

  private var last = Int64.min / 2
  private var row = 0

  /// Notes a wake; answers whether to wait for `pause` before the events are taken.
  mutating func wakes(at now: Int64) -> Bool {
    // The pause itself lies between two wakes of a storm.
    let isDense = now - last < Self.gap + (row >= Self.fewest ? Self.pause : 0)
    last = now
    row = isDense ? min(row + 1, Self.fewest) : 0
    return row >= Self.fewest
  }
}
