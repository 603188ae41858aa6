/// Spreads bytes over time, so that they do not exceed a rate: a function of what went when.
package struct RateLimit: Hashable, Sendable {
  /// Bytes a second; nil for no limit.
  package var rate: Int?
  private var free: Duration = .zero

  /// Makes a limit.
  package init(rate: Int? = nil) { self.rate = rate }

  /// Returns how long to wait after so many bytes before the next.
  package mutating func wait(after bytes: Int, now: Duration) -> Duration {
    guard let rate, rate > 0 else { return .zero }
    free = max(free, now) + .seconds(Double(bytes) / Double(rate))
    return max(.zero, free - now)
  }
}
