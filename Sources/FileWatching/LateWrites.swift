/// Writes to files that were displaced while their writer had them open (F13, review A11).
///
/// Names are relative to `.git/stet`. Events of Stet's own writes to a new temporary precede the rename that puts the
/// displaced file under that name; only later events count.
struct LateWrites: Sendable {
  private struct Entry { var first: Int64, due: Int64 }

  private let policy: SettlePolicy
  private var entries: [String: Entry] = [:]
  private var ready: Set<String> = []
  private var arrived: Set<String> = []
  private var cookies: [UInt32: String] = [:]

  init(policy: SettlePolicy) { self.policy = policy }

  /// The time when the next path is due.
  var nextDeadline: Int64? { entries.values.map(\.due).min() }

  /// Applies an event of a name.
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
      // A temporary of Stet's own is written before it is moved.
      guard arrived.remove(old) != nil else { return }
      entries[name] = entries.removeValue(forKey: old)
      if ready.remove(old) != nil { ready.insert(name) }
    case .movedAway(let cookie):
      // The other end may be a document; then the cookie is never used.
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

  /// Notes a displaced file that existed when watching started.
  mutating func noteExisting(_ name: String) { arrived.insert(name) }

  /// Whether names are ready to be taken.
  var hasReady: Bool { !ready.isEmpty }

  /// Moves the names that are due to the ready ones.
  mutating func advance(to now: Int64) {
    for (name, entry) in entries where entry.due <= now {
      entries[name] = nil
      ready.insert(name)
    }
  }

  /// Returns the ready names and clears them.
  mutating func take() -> [String] {
    defer { ready = [] }
    return ready.sorted()
  }
}
