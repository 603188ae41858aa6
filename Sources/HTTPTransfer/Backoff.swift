/// Pauses between tries that double up to a limit, with jitter; depends only on the number of tries and chance.
package struct Backoff: Hashable, Sendable {
  /// The first pause; each further one is twice as long.
  package var first: Duration
  /// The longest pause.
  package var longest: Duration

  /// Creates pauses.
  package init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// Returns the pause after a number of tries, between half of it and all of it.
  ///
  /// - Parameter jitter: a random number from 0 to 1, so that machines do not retry in step.
  package func pause(after tried: Int, jitter: Double) -> Duration {
    var step = first
    for _ in 0..<min(max(0, tried - 1), 32) where step < longest { step = min(step * 2, longest) }
    return step * (0.5 + min(max(jitter, 0), 1) / 2)
  }
}
