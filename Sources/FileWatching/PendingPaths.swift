package import GitObjects

/// Events go in, paths that are worth a look come out: the state machine behind the watcher, pure.
///
/// Times are monotonic nanoseconds and never read here. Events of one path coalesce; a path that comes back in time
/// was never gone; a rename seen whole is one; folders that are renamed take what is pending in them along.
package struct PendingPaths: Sendable {
  /// The times it goes by.
  package let policy: SettlePolicy
  /// What is known of each path.
  var entries: [WorkspacePath: PendingPath] = [:]
  /// When to look at which path; may name paths that need no look any more.
  var deadlines = DeadlineQueue<WorkspacePath>()
  /// Renames of files by their new path.
  var renames: [WorkspacePath: WorkspacePath] = [:]
  /// Files that a rename took away, by its cookie.
  var cookies: [UInt32: WorkspacePath] = [:]
  /// What is pending of whole folders.
  var folders = PendingFolders()
  /// What was taken of files that are still being written.
  var prefixes: [WorkspacePath: PrefixesTaken] = [:]
  /// Who has what open.
  var presences = PresenceTable()
  /// How many entries wait to be taken.
  var ready = 0
  /// Whether paths are told of as soon as they are closed, besides when they have settled.
  package var tellsAtOnce = false
  /// Paths that were closed since they were last told of at once.
  var closed: Set<WorkspacePath> = []

  /// Makes an empty state.
  package init(policy: SettlePolicy = SettlePolicy()) {
    self.policy = policy
  }

  /// Whether something waits to be taken.
  package var hasReady: Bool { ready > 0 || folders.hasReady || !closed.isEmpty }

  /// Paths at which something stands that has not settled yet.
  package var unsettled: [WorkspacePath] {
    entries.compactMap { path, entry in
      switch entry.kind {
      case .created, .modified, .closed, .renamedOnto, .postponed: path
      case .renamedAway, .deleted, .attributes: nil
      }
    }
  }

  /// When `advance` is next needed; nil while nothing is pending. May be early, never late.
  package var nextDeadline: Int64? {
    guard let folder = folders.nextDeadline else { return deadlines.next }
    return min(folder, deadlines.next ?? folder)
  }

  /// The documents that somebody has open, each with a file that tells so.
  package var openDocuments: [WorkspacePath: WorkspacePath] { presences.documents }

  /// Whether somebody has the document open.
  package func isOpen(_ path: WorkspacePath) -> Bool { presences.isOpen(path) }

  /// Puts a path back that was taken, to come again at a time unless something is seen of it before.
  package mutating func postpone(_ path: WorkspacePath, until time: Int64, now: Int64) {
    guard entries[path] == nil else { return }
    set(path, PendingPath(kind: .postponed, first: now, last: now, writingFrom: now, due: time, isFresh: false))
  }

  /// Takes that a scan did not find a path: it comes as `deleted` unless something is seen of it in time (rule 4).
  package mutating func noteMissing(_ path: WorkspacePath, now: Int64) {
    guard entries[path] == nil else { return }
    note(.deleted, at: path, now: now)
  }

  /// Stores an entry and sees to its deadline.
  mutating func set(_ path: WorkspacePath, _ entry: PendingPath) {
    let old = entries.updateValue(entry, forKey: path)
    if old?.isReady == true { ready -= 1 }
    if entry.isReady {
      ready += 1
    } else if let old, !old.isReady, old.due <= entry.due {
      // The old time still stands in the queue and leads to the new one when it comes.
    } else {
      deadlines.add(path, at: entry.due)
    }
  }

  /// Takes an entry out.
  @discardableResult
  mutating func remove(_ path: WorkspacePath) -> PendingPath? {
    guard let entry = entries.removeValue(forKey: path) else { return nil }
    if entry.isReady { ready -= 1 }
    if let cookie = entry.cookie { cookies[cookie] = nil }
    // Old times would wake the thread for nothing.
    if entries.isEmpty { deadlines = DeadlineQueue() }
    return entry
  }
}
