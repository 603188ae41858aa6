package import GitObjects

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

/// The times at which the remote is asked for the inboxes of other machines: a listener reports only the branch.
package struct InboxWatch: Hashable, Sendable {
  /// The longest time between two such fetches of a machine whose pushes are not rejected.
  package static let usual: Duration = .seconds(5)
  /// The time after a change of an inbox in which its owner is expected to leave more commits.
  package static let memory: Duration = .seconds(20)
  /// The shortest pause between fetches in that time; it is also at least four times the duration of a fetch.
  package static let shortest: Duration = .milliseconds(500)

  private var seen: [ObjectID: Duration] = [:]
  private var changed: Duration?
  private var asked: Duration?

  /// The uptime of the next fetch without another reason; nil for none.
  package private(set) var next: Duration?

  /// Makes a watch without known inboxes.
  package init() {}

  /// Records the inboxes of other machines, by reference; times are the host's uptime.
  package mutating func note(_ inboxes: [String: ObjectID], asked start: Duration, answered now: Duration) {
    let current = Set(inboxes.values)
    if current.contains(where: { seen[$0] == nil }) { changed = now }
    seen = seen.filter { current.contains($0.key) }
    for id in current where seen[id] == nil { seen[id] = now }
    asked = now
    next = changed.flatMap { now - $0 < Self.memory ? now + max(Self.shortest, (now - start) * 4) : nil }
  }

  /// Returns the time since these commits were first seen in an inbox.
  package func age(of commit: ObjectID, at now: Duration) -> Duration { seen[commit].map { now - $0 } ?? .zero }

  /// Returns whether a machine that just pushed should ask for inboxes.
  package func isDue(at now: Duration) -> Bool { asked.map { now - $0 >= Self.usual } ?? true }
}
