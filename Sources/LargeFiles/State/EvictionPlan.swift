package import GitObjects

/// The choice of large files to evict: least recently used first, and never the last copy.
package struct EvictionPlan: Hashable, Sendable {
  /// The reason why a file is kept.
  package enum Reason: Hashable, Sendable {
    /// The file is pinned.
    case pinned
    /// A program has the file open.
    case open
    /// The file differs from the tip: a change that is not recorded or not published.
    case changed
    /// The file has other hard links.
    case linked
    /// No remote confirmed the object lately, so this may be the last copy.
    case unverified
    /// There is enough free space.
    case notNeeded
  }

  /// The files to evict, in this order.
  package private(set) var evicted: [EvictionCandidate] = []
  /// The files to keep, with the reason.
  package private(set) var kept: [WorkspacePath: Reason] = [:]
  /// The objects that no file needs any more: they can be deleted after the files.
  package private(set) var objects: [ContentID] = []
  /// The minimum number of bytes that become free. An object that another file needs counts nothing; a file and its
  /// object count once, because they may share their blocks.
  package private(set) var freed = 0
  package private(set) var isEnough = true

  /// The time in seconds for which a remote's confirmation counts; the remote is asked again before anything is
  /// deleted.
  package static let wordCounts = 600

  /// The request.
  package enum Want: Hashable, Sendable {
    /// Evict these files, each unless there is a reason against it.
    case all
    /// Free so many bytes: the space to keep free minus the free space.
    case bytes(Int)
  }

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - needed: the objects of files that exist and are not candidates.
  ///   - now: the time in seconds since 1970.
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

  /// Returns the reason against evicting a file; nil if there is none.
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
  /// The reason as a clause for people.
  package var description: String {
    switch self {
    case .pinned: "it is pinned"
    case .open: "a program has it open"
    case .changed: "it has changes that are not published"
    case .linked: "it has another name on the disk"
    case .unverified: "no remote confirmed that it has it: this may be the last copy"
    case .notNeeded: "there is enough free space"
    }
  }
}

/// A large file whose content could be evicted.
package struct EvictionCandidate: Hashable, Sendable {
  /// The file's path.
  package var path: WorkspacePath
  /// The pointer to its object.
  package var pointer: Pointer
  /// The time of the last use in seconds since 1970.
  package var lastUse: Int
  /// Whether a person pinned the file, or the policy keeps it.
  package var isPinned = false
  /// Whether a program has the file open or mapped, or this cannot be determined.
  package var isOpen = false
  /// Whether the file's content differs from the tip's.
  package var isChanged = false
  /// The file's number of hard links; other links would keep its space in use.
  package var links = 1
  /// The time when a remote last confirmed the object, in seconds since 1970; nil for never.
  package var verified: Int?

  package init(path: WorkspacePath, pointer: Pointer, lastUse: Int) {
    self.path = path
    self.pointer = pointer
    self.lastUse = lastUse
  }
}

/// The choice of unused objects to delete: least recently read first, as many as needed, and never the last copy.
///
/// It is computed again after each answer of the remote, which is asked only about the next candidates.
package struct ObjectPlan: Hashable, Sendable {
  /// The objects to delete, in this order; the remote confirmed each.
  package private(set) var dropped: [ContentID] = []
  /// The objects to ask the remote about; if it has them, deleting them may free enough.
  package private(set) var asked: [StoredObject] = []
  /// The number of bytes that become free.
  package private(set) var freed = 0

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - objects: all objects here.
  ///   - needed: objects that are kept whatever the remote answers: those of existing or requested files, of
  ///     unpublished commits, of open conflicts and of held versions.
  ///   - answers: the remote's latest answers: whether it has an object undamaged.
  ///   - wanted: the number of bytes to free.
  package init(_ objects: [StoredObject], needed: Set<ContentID>, answers: [ContentID: Bool], wanted: Int) {
    var hoped = 0
    for object in objects.sorted(by: { ($0.lastRead, $0.id) < ($1.lastRead, $1.id) }) {
      if freed + hoped >= wanted { break }
      if needed.contains(object.id) { continue }
      switch answers[object.id] {
      case true:
        dropped.append(object.id)
        freed += object.size
      case false: break
      case nil:
        asked.append(object)
        hoped += object.size
      }
    }
  }
}
