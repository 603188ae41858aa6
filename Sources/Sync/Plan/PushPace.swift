/// The time of the next push: short pushes take at most a fifth of the time, and a public host gets at most six a
/// minute (C4).
package struct PushPace: Hashable, Sendable {
  /// The longest pause except for public hosts: with a pause of four times a push of 2.5 s, a save would be on its way
  /// for 9 s.
  package static let longest: Duration = .seconds(1)

  private let least: Duration
  private var earliest: Duration?

  /// Makes a pace for a remote.
  package init(isPublicHost: Bool) {
    least = isPublicHost ? .seconds(10) : .zero
  }

  /// Records a push that the remote accepted; times are the host's uptime.
  ///
  /// - Parameter movedBranch: whether the branch moved; after a push to an inbox alone only a public host needs a
  ///   pause.
  package mutating func notePush(started: Duration, ended: Duration, movedBranch: Bool = true) {
    earliest = ended + max(least, movedBranch ? min(Self.longest, (ended - started) * 4) : .zero)
  }

  /// Returns the time until the next push; nil for none.
  package func wait(at now: Duration) -> Duration? {
    guard let earliest, earliest > now else { return nil }
    return earliest - now
  }
}
