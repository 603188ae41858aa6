package import GitObjects

/// An event of a file.
package enum PathEvent: Hashable, Sendable {
  /// Its name was created: by opening, linking, or as a symbolic link.
  case created
  /// Its content or size changed.
  case modified
  /// It was closed after it was open for writing.
  case closedAfterWrite
  /// Its mode, owner, times or attributes changed.
  case attributes
  /// Its name was deleted.
  case deleted
  /// It was renamed from here; the kernel gives `movedHere` the same cookie if the target is watched.
  case movedAway(cookie: UInt32)
  /// It was renamed to here.
  case movedHere(cookie: UInt32)
  /// It was found in a folder that has just been watched.
  case listed
}

/// An event of a folder.
package enum FolderEvent: Hashable, Sendable {
  /// It was created or moved here from outside; its contents are reported file by file.
  case appeared
  /// It was deleted.
  case gone
  /// It is no longer a nested repository, or is being deleted: it is rescanned when the deletions below it have ended.
  case released
  /// It was renamed from here.
  case movedAway(cookie: UInt32)
  /// It was renamed to here from a watched folder.
  case movedHere(cookie: UInt32)
  /// An event in it cannot be expressed by a path: it must be rescanned.
  case unclear
}

/// The pure state machine behind the watcher: turns events into the paths to check.
///
/// Times are monotonic nanoseconds, passed in by the caller. Events of one path are coalesced; a path that reappears in
/// time was not deleted; both ends of a rename become one rename; pending paths move with a renamed folder.
package struct PendingPaths: Sendable {
  /// The settle times.
  package let policy: SettlePolicy
  /// The state of each path.
  var entries: [WorkspacePath: PendingPath] = [:]
  /// The times at which to check paths; may contain paths that need no check any more.
  var deadlines = DeadlineQueue<WorkspacePath>()
  /// The renames of files by their new path.
  var renames: [WorkspacePath: WorkspacePath] = [:]
  /// The files that were renamed away, by the rename's cookie.
  var cookies: [UInt32: WorkspacePath] = [:]
  /// The pending events of whole folders.
  var folders = PendingFolders()
  /// The prefixes taken of files that are still being written.
  var prefixes: [WorkspacePath: PrefixesTaken] = [:]
  /// The open documents.
  var presences = PresenceTable()
  /// The number of entries that wait to be taken.
  var ready = 0
  /// Whether closed paths are reported at once, besides after they have settled.
  package var tellsAtOnce = false
  /// The paths that were closed since the last such report.
  var closed: Set<WorkspacePath> = []

  /// Creates an empty state.
  package init(policy: SettlePolicy = SettlePolicy()) {
    self.policy = policy
  }

  /// Whether anything waits to be taken.
  package var hasReady: Bool { ready > 0 || folders.hasReady || !closed.isEmpty }

  /// The paths of existing files that have not settled yet.
  package var unsettled: [WorkspacePath] {
    entries.compactMap { path, entry in
      switch entry.kind {
      case .created, .modified, .closed, .renamedOnto, .postponed: path
      case .renamedAway, .deleted, .attributes: nil
      }
    }
  }

  /// The time of the next `advance`; nil while nothing is pending. May be early, never late.
  package var nextDeadline: Int64? {
    guard let folder = folders.nextDeadline else { return deadlines.next }
    return min(folder, deadlines.next ?? folder)
  }

  /// The open documents, each with a file that shows it.
  package var openDocuments: [WorkspacePath: WorkspacePath] { presences.documents }

  /// Returns a file that shows that the document is open; if there is none, the time when the last one was deleted, if
  /// that was recent.
  package func presence(of path: WorkspacePath) -> (file: WorkspacePath?, closed: Int64?) {
    presences.presence(of: path)
  }

  /// Returns whether the document is open.
  package func isOpen(_ path: WorkspacePath) -> Bool { presences.isOpen(path) }

  /// Adds a taken path again, to be reported at a time unless another event is earlier.
  package mutating func postpone(_ path: WorkspacePath, until time: Int64, now: Int64) {
    guard entries[path] == nil else { return }
    set(path, PendingPath(kind: .postponed, first: now, last: now, writingFrom: now, due: time, isFresh: false))
  }

  /// Adds both paths of a taken rename again, to be reported together with it at a time unless another event is earlier.
  package mutating func postpone(_ rename: SeenRename, until time: Int64, now: Int64) {
    postpone(rename.to, until: time, now: now)
    guard entries[rename.from] == nil, entries[rename.to]?.kind != .deleted, renames[rename.to] == nil else { return }
    var source = PendingPath(kind: .renamedAway, first: now, last: now, writingFrom: now, due: time, isFresh: false)
    source.movedTo = rename.to
    set(rename.from, source)
    renames[rename.to] = rename.from
  }

  /// Notes that a scan did not find a path: it is reported as `deleted` unless an event precedes that (rule 4).
  package mutating func noteMissing(_ path: WorkspacePath, now: Int64) {
    guard entries[path] == nil else { return }
    // A scan misses only recorded paths, and these are documents whatever their names.
    noteDocument(.deleted, at: path, extra: 0, now: now)
  }

  /// Stores an entry and schedules its deadline.
  mutating func set(_ path: WorkspacePath, _ entry: PendingPath) {
    let old = entries.updateValue(entry, forKey: path)
    if old?.isReady == true { ready -= 1 }
    if entry.isReady {
      ready += 1
    } else if let old, !old.isReady, old.due <= entry.due {
      // The old time is still in the queue and leads to the new one.
    } else {
      deadlines.add(path, at: entry.due)
    }
  }

  /// Removes an entry.
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
