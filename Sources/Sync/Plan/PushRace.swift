/// The race for the branch: this machine may keep losing it (review B1).
package struct PushRace: Hashable, Sendable {
  /// The number of rejected pushes in a row after which the race is lost.
  package static let patience = 3
  /// The time without a rejected push after which the count begins anew.
  package static let memory: Duration = .seconds(60)

  private var rejections = 0
  private var last: Duration?

  /// Makes a race without rejected pushes.
  package init() {}

  /// Notes that the branch accepted a push.
  package mutating func win() { self = PushRace() }

  /// Notes that another machine pushed first; times are the host's uptime.
  package mutating func lose(started: Duration, ended: Duration) {
    if !isFresh(at: started) { rejections = 0 }
    rejections += 1
    last = ended
  }

  /// Returns whether a push must not rely on the branch.
  package func isLost(at now: Duration) -> Bool { rejections >= Self.patience && isFresh(at: now) }

  private func isFresh(at now: Duration) -> Bool { last.map { now - $0 < Self.memory } ?? false }
}
