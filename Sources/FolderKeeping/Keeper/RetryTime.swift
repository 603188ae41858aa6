internal import Values

/// The time of the next retry after a failure, with a growing delay. Pure: monotonic nanoseconds.
struct RetryTime: Hashable, Sendable {
  /// The time before which nothing is retried.
  private(set) var at: Int64 = 0
  private var delay = LengtheningPause(first: 1_000_000_000, longest: 60_000_000_000)

  /// Returns whether a retry is allowed.
  func isDue(at now: Int64) -> Bool { at <= now }

  /// Records a failure.
  mutating func noteFailure(at now: Int64) {
    at = now + delay.next
    delay.lengthen()
  }

  /// Postpones the next retry without a failure.
  mutating func postpone(until time: Int64) { at = max(at, time) }

  /// Records a success: the next delay is the first one again.
  mutating func noteSuccess() { delay.reset() }
}
