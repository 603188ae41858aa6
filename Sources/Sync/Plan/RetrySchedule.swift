internal import HTTPTransfer

/// The delays before retries: doubling, with jitter so that machines do not retry in step.
package struct RetrySchedule: Hashable, Sendable {
  private let backoff: HTTPTransfer.Backoff
  private var tries = 0

  /// For a remote that cannot be reached: 1 s, doubling to 60 s.
  package static let offline = RetrySchedule(first: .seconds(1), longest: .seconds(60))
  /// For a remote that refuses: 30 s, doubling to 15 minutes.
  package static let refused = RetrySchedule(first: .seconds(30), longest: .seconds(900))
  /// For a branch that other machines move faster than this one pushes: 50 ms, doubling to 2 s.
  package static let contended = RetrySchedule(first: .milliseconds(50), longest: .seconds(2))

  /// Makes a schedule at its beginning.
  package init(first: Duration, longest: Duration) {
    backoff = HTTPTransfer.Backoff(first: first, longest: longest)
  }

  /// Returns the next delay: between half of the step and all of it.
  package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    tries += 1
    return backoff.pause(after: tries, jitter: Double.random(in: 0...1, using: &generator))
  }

  /// Resets the delay to the first step after a success.
  package mutating func reset() { tries = 0 }
}

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

/// The time of the next push: short pushes take at most a fifth of the time, and a public host gets at most six a
/// minute (C4).
package struct PushPace: Hashable, Sendable {
  /// The longest pause except for public hosts: with a pause of four times a push of 2.5 s, a save would be on its way
  /// for 9 s.
  package static let longest: Duration = .seconds(1)

  private let least: Duration
  private var earliest: Duration?
  /// The duration of the last push of few files.
  private var usual: Duration?

  /// Makes a pace for a remote.
  package init(isPublicHost: Bool) {
    least = isPublicHost ? .seconds(10) : .zero
  }

  /// Records a push that the remote accepted; times are the host's uptime.
  ///
  /// - Parameters:
  ///   - movedBranch: whether the branch moved; after a push to an inbox alone only a public host needs a pause.
  ///   - isOfManyFiles: whether it sent many new files. Its duration is theirs, and not that of any push: the pause is
  ///     that after the last push of few.
  package mutating func notePush(
    started: Duration, ended: Duration, movedBranch: Bool = true, isOfManyFiles: Bool = false
  ) {
    let duration = ended - started
    if !isOfManyFiles { usual = duration }
    let pause = min(Self.longest, min(duration, usual ?? duration) * 4)
    earliest = ended + max(least, movedBranch ? pause : .zero)
  }

  /// Returns the time until the next push; nil for none.
  package func wait(at now: Duration) -> Duration? {
    guard let earliest, earliest > now else { return nil }
    return earliest - now
  }
}
