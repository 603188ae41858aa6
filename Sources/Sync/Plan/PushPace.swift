/// When the next push may start: a remote is pushed to a fifth of the time at most where a push is short, and a public
/// host at most six times a minute (C4).
package struct PushPace: Hashable, Sendable {
  /// The longest pause but for public hosts: with four times a push of 2.5 s what is saved would be on its way for 9 s.
  package static let longest: Duration = .seconds(1)

  private let least: Duration
  private var earliest: Duration?

  /// Makes a pace for a remote.
  package init(isPublicHost: Bool) {
    least = isPublicHost ? .seconds(10) : .zero
  }

  /// Notes a push that the remote took; times are the host's uptime.
  ///
  /// - Parameter movedBranch: whether the branch moved; an inbox alone troubles nobody but public hosts.
  package mutating func notePush(started: Duration, ended: Duration, movedBranch: Bool = true) {
    earliest = ended + max(least, movedBranch ? min(Self.longest, (ended - started) * 4) : .zero)
  }

  /// How long to wait from now; nil for not at all.
  package func wait(at now: Duration) -> Duration? {
    guard let earliest, earliest > now else { return nil }
    return earliest - now
  }
}
