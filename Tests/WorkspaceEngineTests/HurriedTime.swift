import WorkTree

/// A clock by which each look takes longer than it may at a time.
final class HurriedTime: TimeSource {
  private let time = SimulatedTime()

  /// The time, 60 ms after it was asked for last.
  func now() -> Moment {
    time.advance(nanoseconds: 60_000_000)
    return time.now()
  }
}
