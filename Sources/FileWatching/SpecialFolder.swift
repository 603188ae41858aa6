/// The watched folders of the repository.
enum SpecialFolder: Hashable, Sendable {
  /// `.git`: HEAD, index and its lock, packed references, operations in progress, configuration.
  case repository
  /// `.git/refs`, only for the reappearance of `heads`.
  case references
  /// `.git/refs/heads` and the folders in it.
  case branches
  /// `.git/stet`, only for the creation of its folders.
  case store
  /// A folder of `.git/stet` with files that a program may still write to.
  case displaced(String)
  /// `.git/stet/cookies`: the files of barriers.
  case cookies

  /// The events to watch there.
  var mask: InotifyMask {
    switch self {
    case .repository, .branches: .names
    case .references, .store: [.created, .movedHere, .foldersOnly]
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
