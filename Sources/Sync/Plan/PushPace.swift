/// When the next push may start: a slow remote is asked less often, a public host at most six times a minute (C4).
package struct PushPace: Hashable, Sendable {
  private let least: Duration
  private var earliest: Duration?

  /// Makes a pace for a remote.
  package init(isPublicHost: Bool) {
    least = isPublicHost ? .seconds(10) : .zero
  }

  /// Notes a push that ended; times are the host's uptime.
  package mutating func notePush(started: Duration, ended: Duration) {
    earliest = ended + max(least, (ended - started) * 4)
  }

  /// How long to wait from now; nil for not at all.
  package func wait(at now: Duration) -> Duration? {
    guard let earliest, earliest > now else { return nil }
    return earliest - now
  }
}
