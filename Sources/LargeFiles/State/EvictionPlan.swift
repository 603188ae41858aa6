package import GitObjects

/// Which large files give their place back: least recently used first, and never the last copy.
package struct EvictionPlan: Hashable, Sendable {
  /// Why a file keeps its place.
  package enum Reason: Hashable, Sendable {
    /// It is pinned.
    case pinned
    /// A program has it open.
    case open
    /// It is not what the tip names: a change that is not recorded or not published.
    case changed
    /// It has other names on the disk.
    case linked
    /// No remote said lately that it has the object: this may be the last copy.
    case unverified
    /// There is room enough.
    case notNeeded
  }

  /// What is evicted, in this order.
  package private(set) var evicted: [EvictionCandidate] = []
  /// What stays, and why.
  package private(set) var kept: [WorkspacePath: Reason] = [:]
  /// The objects that no file needs any more: they can go from the object folder, after the files.
  package private(set) var objects: [ContentID] = []
  /// How many bytes become free at least. An object that stays for another file counts nothing, and file and object
  /// together count once: they may share their blocks.
  package private(set) var freed = 0
  /// Whether that is what was wanted.
  package private(set) var isEnough = true

  /// How long a remote's word counts, in seconds: it is asked again before anything goes (review: verifiably).
  package static let wordCounts = 600

  /// What was asked for.
  package enum Want: Hashable, Sendable {
    /// These very files: each goes unless a reason stands against it.
    case all
    /// So many bytes: the floor of the disk less what is free.
    case bytes(Int)
  }

  /// Plans.
  ///
  /// - Parameters:
  ///   - needed: the objects of files that stand and are no candidates.
  ///   - now: in seconds since 1970.
  package init(_ candidates: [EvictionCandidate], want: Want, needed: Set<ContentID> = [], now: Int) {
    var users: [ContentID: Int] = [:]
    for candidate in candidates { users[candidate.pointer.id, default: 0] += 1 }
    let order = candidates.sorted { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }
    for candidate in order {
      if let reason = Self.reason(candidate, now) {
        kept[candidate.path] = reason
      } else if case .bytes(let wanted) = want, freed >= wanted {
        kept[candidate.path] = .notNeeded
      } else {
        evicted.append(candidate)
        users[candidate.pointer.id, default: 1] -= 1
        if users[candidate.pointer.id] == 0, !needed.contains(candidate.pointer.id) {
          objects.append(candidate.pointer.id)
          freed += candidate.pointer.size
        }
      }
    }
    if case .bytes(let wanted) = want { isEnough = freed >= wanted }
  }

  /// What stands against evicting a file; nil for nothing.
  package static func reason(_ candidate: EvictionCandidate, _ now: Int) -> Reason? {
    if candidate.isPinned { return .pinned }
    if candidate.isChanged { return .changed }
    if candidate.isOpen { return .open }
    if candidate.links > 1 { return .linked }
    guard let verified = candidate.verified, verified <= now, now - verified <= wordCounts else { return .unverified }
    return nil
  }
}

extension EvictionPlan.Reason: CustomStringConvertible {
  /// The clause for people.
  package var description: String {
    switch self {
    case .pinned: "it is pinned"
    case .open: "a program has it open"
    case .changed: "it has changes that are not published"
    case .linked: "it has another name on the disk"
    case .unverified: "no remote said that it has it: this may be the last copy"
    case .notNeeded: "there is room enough"
    }
  }
}
