/// A bandwidth limit that spreads bytes over time; pure.
package struct RateLimit: Hashable, Sendable {
  /// The number of bytes a second; nil for no limit.
  package var rate: Int?
  private var free: Duration = .zero

  /// Creates a limit.
  package init(rate: Int? = nil) { self.rate = rate }

  /// Returns the pause after so many bytes.
  package mutating func wait(after bytes: Int, now: Duration) -> Duration {
    guard let rate, rate > 0 else { return .zero }
    free = max(free, now) + .seconds(Double(bytes) / Double(rate))
    return max(.zero, free - now)
  }
}
