/// The interval at which a remote without a listener is polled: 2 s while there is activity, slowly to 60 s, with
/// jitter.
package struct PollSchedule: Hashable, Sendable {
  private static let shortest = Duration.seconds(2)
  private static let longest = Duration.seconds(60)
  private var step = shortest

  /// Makes a schedule that begins with the shortest interval.
  package init() {}

  /// Returns the time until the next poll, a little longer on each call; the jitter is at most a tenth.
  package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    let wait = step * Double.random(in: 0.9...1.1, using: &generator)
    step = min(step * 1.25, Self.longest)
    return wait
  }

  /// Notes a save here or a change on the remote: the interval is the shortest again.
  package mutating func noteActivity() { step = Self.shortest }
}
