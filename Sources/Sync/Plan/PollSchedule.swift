/// How often a remote is asked that cannot be heard: 2 s while something happens, slowly to 60 s, with jitter.
package struct PollSchedule: Hashable, Sendable {
  private static let shortest = Duration.seconds(2)
  private static let longest = Duration.seconds(60)
  private var step = shortest

  /// Makes a schedule as after activity.
  package init() {}

  /// The wait before the next look, a little longer each time; at most a tenth is added or taken.
  package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    let wait = step * Double.random(in: 0.9...1.1, using: &generator)
    step = min(step * 1.25, Self.longest)
    return wait
  }

  /// Something was saved here or came from there: look often again.
  package mutating func noteActivity() { step = Self.shortest }
}
