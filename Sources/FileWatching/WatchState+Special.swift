internal import GitObjects

/// The watched folders of the repository.
enum SpecialFolder: Hashable, Sendable {
  /// `.git`: HEAD, index and its lock, packed references, operations in progress, configuration.
  case repository
  /// `.git/refs`, only for the reappearance of `heads`.
  case references
  /// `.git/refs/heads` and the folders in it.
  case branches
  /// `.git/stet`, only for the creation of its folders and the end of the lock.
  case store
  /// A folder of `.git/stet` with files that a program may still write to.
  case displaced(String)
  /// `.git/stet/cookies`: the files of barriers.
  case cookies

  /// The events to watch there.
  var mask: InotifyMask {
    switch self {
    case .repository, .branches: .names
    case .references: [.created, .movedHere, .foldersOnly]
    case .store: [.created, .deleted, .movedHere, .foldersOnly]
    case .displaced:
      [.modified, .closedAfterWrite, .movedAway, .movedHere, .deleted, .linkedOnly, .foldersOnly]
    case .cookies: [.created, .foldersOnly]
    }
  }

  /// Returns the part of the repository that a name in `.git` belongs to; nil for names without relevance here.
  static func part(named name: String) -> RepositoryPart? {
    switch name {
    case "HEAD", "packed-refs": .references
    case "index": .index
    case "index.lock": .indexLock
    case "gc.pid": .collection
    case "config", "config.worktree": .configuration
    case "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD", "BISECT_LOG", "BISECT_START", "rebase-merge",
      "rebase-apply", "sequencer":
      .operation
    default: nil
    }
  }
}

extension WatchState {
  /// Applies an event of a folder of the repository.
  mutating func handle(_ event: InotifyEvent, in role: SpecialFolder, now: Int64) {
    if event.mask.contains(.watchEnded) {
      special[event.watch] = nil
      if role == .repository { repository.formUnion([.references, .index, .operation, .configuration]) }
      return
    }
    guard !event.name.isEmpty else { return }
    let name = NameText.decode(event.name)
    let isFolder = event.mask.contains(.isFolder)
    switch role {
    case .repository:
      if event.mask.contains(.deleted), WatchedRoot.repositoryNames.contains(name) { root.noteDeletion(at: now) }
      if name == "stet", event.mask.contains(.deleted) || event.mask.contains(.movedAway) { root.noteGone() }
      if isFolder, name == "refs" || name == "stet" { armSpecial() }
      if let part = SpecialFolder.part(named: name) { repository.insert(part) }
    case .references:
      guard isFolder, name == "heads" else { return }
      armSpecial()
      repository.insert(.references)
    case .branches:
      guard !name.hasSuffix(".lock") else { return }
      if isFolder { armSpecial() }
      repository.insert(.references)
    case .store:
      if isFolder { armSpecial() }
      // The lock was there before the watch: this is the end of its file, or another process's.
      if name == "lock" { root.noteGone() }
    case .displaced(let folder):
      if let seen = event.pathEvent { late.note(seen, at: folder + "/" + name, now: now) }
    case .cookies:
      guard let caller = barriers.take(name) else { return }
      settleTable(now: now)
      noteUnwatched(unwatched.folders, now: now)
      caller.resume()
    }
  }
}
