/// Writes into files that were displaced while their writer had them open (F13, review A11).
///
/// Names are relative to `.git/stet`. What our own process does to a new temporary comes before the file there is the
/// displaced one, which a rename onto that name tells; only what follows counts.
struct LateWrites: Sendable {
  private struct Entry { var first: Int64, due: Int64 }

  private let policy: SettlePolicy
  private var entries: [String: Entry] = [:]
  private var ready: Set<String> = []
  private var arrived: Set<String> = []
  private var cookies: [UInt32: String] = [:]

  /// Nothing is displaced yet.
  init(policy: SettlePolicy) { self.policy = policy }

  /// When the next is due.
  var nextDeadline: Int64? { entries.values.map(\.due).min() }

  /// Takes an event of a name.
  mutating func note(_ event: PathEvent, at name: String, now: Int64) {
    switch event {
    case .modified, .closedAfterWrite:
      guard arrived.contains(name) else { return }
      ready.remove(name)
      let first = entries[name]?.first ?? now
      let due =
        event == .modified
        ? policy.dueAfterModify(now: now, since: first) : policy.dueAfterClose(now: now, since: first)
      entries[name] = Entry(first: first, due: due)
    case .movedHere(let cookie):
      arrived.insert(name)
      guard let old = cookies.removeValue(forKey: cookie) else { return }
      // A temporary of our own is written before it has a reason to move.
      guard arrived.remove(old) != nil else { return }
      entries[name] = entries.removeValue(forKey: old)
      if ready.remove(old) != nil { ready.insert(name) }
    case .movedAway(let cookie):
      // The other end may be a document, and then the cookie is never asked for.
      cookies = [cookie: name]
      if !arrived.contains(name) { cookies = [:] }
    case .deleted:
      arrived.remove(name)
      ready.remove(name)
      entries[name] = nil
    case .created, .attributes, .listed:
      break
    }
  }

  /// Takes that a displaced file stood there when watching began.
  mutating func noteStanding(_ name: String) { arrived.insert(name) }

  /// Whether something waits to be taken.
  var hasReady: Bool { !ready.isEmpty }

  /// Decides what has come due.
  mutating func advance(to now: Int64) {
    for (name, entry) in entries where entry.due <= now {
      entries[name] = nil
      ready.insert(name)
    }
  }

  /// Takes what is due.
  mutating func take() -> [String] {
    defer { ready = [] }
    return ready.sorted()
  }
}
