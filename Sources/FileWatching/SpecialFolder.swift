/// The folders of the repository that are watched, and what they tell.
enum SpecialFolder: Hashable, Sendable {
  /// `.git`: HEAD, index and its lock, packed references, operations in progress, configuration.
  case repository
  /// `.git/refs`, only for `heads` coming back.
  case references
  /// `.git/refs/heads` and the folders in it.
  case branches
  /// `.git/stet`, only for its folders coming into being.
  case store
  /// A folder of `.git/stet` with files that somebody may still write to.
  case displaced(String)
  /// `.git/stet/cookies`: the files of barriers.
  case cookies

  /// What is watched there.
  var mask: InotifyMask {
    switch self {
    case .repository, .branches: .names
    case .references, .store: [.created, .movedHere, .foldersOnly]
    case .displaced:
      [.modified, .closedAfterWrite, .movedAway, .movedHere, .deleted, .linkedOnly, .foldersOnly]
    case .cookies: [.created, .foldersOnly]
    }
  }

  /// The part that a name in `.git` stands for; nil for what changes without meaning anything here.
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
