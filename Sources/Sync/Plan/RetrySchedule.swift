/// The delays before retries: doubling, with jitter so that machines do not retry in step.
package struct RetrySchedule: Hashable, Sendable {
  /// The first delay.
  package let first: Duration
  /// The longest delay.
  package let longest: Duration
  private var tries = 0

  /// For a remote that cannot be reached: 1 s, doubling to 60 s.
  package static let offline = RetrySchedule(first: .seconds(1), longest: .seconds(60))
  /// For a remote that refuses: 30 s, doubling to 15 minutes.
  package static let refused = RetrySchedule(first: .seconds(30), longest: .seconds(900))
  /// For a branch that other machines move faster than this one pushes: 50 ms, doubling to 2 s.
  package static let contended = RetrySchedule(first: .milliseconds(50), longest: .seconds(2))

  /// Makes a schedule at its beginning.
  package init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// Returns the next delay: between half of the step and all of it.
  package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    var step = first
    for _ in 0..<min(tries, 32) where step < longest { step = min(step * 2, longest) }
    tries += 1
    return step * Double.random(in: 0.5...1, using: &generator)
  }

  /// Resets the delay to the first step after a success.
  package mutating func reset() { tries = 0 }
}
