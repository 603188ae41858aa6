package import GitObjects

/// When the remote is asked what waits in the inboxes of other machines: a listener hears only the branch.
package struct InboxWatch: Hashable, Sendable {
  /// Who pushes without being rejected asks at least this often.
  package static let usual: Duration = .seconds(5)
  /// So long after an inbox changed its owner is taken to have more to leave there.
  package static let memory: Duration = .seconds(20)
  /// Then it is asked with at least this pause, and with four times as long as asking takes.
  package static let shortest: Duration = .milliseconds(500)

  private var seen: [ObjectID: Duration] = [:]
  private var changed: Duration?
  private var asked: Duration?

  /// When to ask next although nothing else asks for it; nil for not at all.
  package private(set) var next: Duration?

  /// Makes a watch that has seen nothing.
  package init() {}

  /// Notes what others have left, by reference; times are the host's uptime.
  package mutating func note(_ inboxes: [String: ObjectID], asked start: Duration, answered now: Duration) {
    let current = Set(inboxes.values)
    if current.contains(where: { seen[$0] == nil }) { changed = now }
    seen = seen.filter { current.contains($0.key) }
    for id in current where seen[id] == nil { seen[id] = now }
    asked = now
    next = changed.flatMap { now - $0 < Self.memory ? now + max(Self.shortest, (now - start) * 4) : nil }
  }

  /// How long ago these commits were first seen in an inbox.
  package func age(of commit: ObjectID, at now: Duration) -> Duration { seen[commit].map { now - $0 } ?? .zero }

  /// Whether whoever just pushed should ask.
  package func isDue(at now: Duration) -> Bool { asked.map { now - $0 >= Self.usual } ?? true }
}
