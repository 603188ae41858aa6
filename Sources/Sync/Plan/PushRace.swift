/// Whether this machine keeps losing the race for the branch (review B1).
package struct PushRace: Hashable, Sendable {
  /// After so many rejected pushes in a row it is lost.
  package static let patience = 3
  /// So long without a rejected push, and it is run anew.
  package static let memory: Duration = .seconds(60)

  private var rejections = 0
  private var last: Duration?

  /// Makes a race that nobody has run.
  package init() {}

  /// The branch took a push.
  package mutating func win() { self = PushRace() }

  /// Somebody else was first; times are the host's uptime.
  package mutating func lose(started: Duration, ended: Duration) {
    if !isFresh(at: started) { rejections = 0 }
    rejections += 1
    last = ended
  }

  /// Whether a push must not rely on the branch.
  package func isLost(at now: Duration) -> Bool { rejections >= Self.patience && isFresh(at: now) }

  private func isFresh(at now: Duration) -> Bool { last.map { now - $0 < Self.memory } ?? false }
}
