package import GitObjects

/// A changed part of the repository.
package enum RepositoryPart: Hashable, CaseIterable, Sendable {
  /// `HEAD` or a branch, loose or packed.
  case references
  case index
  /// `index.lock` was created or deleted: a git command is at work (review A3).
  case indexLock
  /// A merge, rebase, pick, revert or bisect started or ended.
  case operation
  /// `git gc` started or ended.
  case collection
  /// `config` or `info/attributes`: the rules of adoption must be checked again (review A4).
  case configuration
}

/// The extent of polling instead of watching.
package struct WatchDegradation: Hashable, Sendable {
  /// The number of folders without a watch; they and their contents are reported as `rescans` every two seconds.
  package var folders: Int
  /// Whether the root is one of them: then nothing at all is reported by events.
  package var includesRoot: Bool
  /// The message for the status: the limitation and the remedy.
  package var sentence: String {
    let extent = includesRoot ? "the whole folder" : "\(folders) folder\(folders == 1 ? "" : "s")"
    return "polling of \(extent) every 2 seconds, because the system's limit of watches is reached; versions that are "
      + "replaced sooner are not recorded; raise fs.inotify.max_user_watches and max_user_instances"
  }
}

/// Everything that is due, taken once.
package struct WatchBatch: Sendable {
  /// The paths to check.
  package var settled: [SettledPath] = []
  /// The paths that were just closed, if such reports are on; they are reported again when they have settled.
  package var closed: [WorkspacePath] = []
  /// The renames in the order of application. Both paths of a file are in `settled`, too, both paths of a folder in
  /// `rescans`.
  package var renames: [SeenRename] = []
  /// The folders to rescan with all below them, none inside another.
  package var rescans: [WorkspacePath] = []
  /// Whether everything must be rescanned: events were lost, or the root itself is polled.
  package var rescansAll = false
  /// The parts of the repository that Stet or another program changed.
  package var repository: Set<RepositoryPart> = []
  /// The displaced files that were written later, relative to `.git/stet`: `displaced/NAME`.
  package var lateWrites: [String] = []
  /// Whether watching is limited.
  package var degraded: WatchDegradation?
  /// Whether the root was moved, deleted or unmounted, or lost its lock; nothing else is reported from then on (review
  /// rule 4).
  package var rootGone = false
  /// The open documents, each with the file that shows it.
  package var presence: [WorkspacePath: WorkspacePath] = [:]
}

/// A path that is due for a check.
package struct SettledPath: Hashable, Sendable {
  /// The last event; a hint, never a statement about the file (rule 3).
  package enum Reason: Hashable, Sendable {
    /// A writer closed it.
    case closed
    /// Another file was renamed onto it.
    case renamedOnto
    /// It was renamed to another path of the workspace.
    case renamedAway
    /// It was created without a writer: a link, or a file in a new folder.
    case created
    /// It was changed and not closed since.
    ///
    /// Text may be taken as a growing prefix; another format waits for its close, which is reported as `closed`.
    case growing
    /// Its name was deleted and did not reappear in time.
    case deleted
    /// Mode or attributes changed.
    case attributes
    /// The recorder requested it again.
    case postponed
  }

  package var path: WorkspacePath
  package var reason: Reason
  /// The time of the first of these events in monotonic nanoseconds.
  package var first: Int64
  /// The time of the last one.
  package var last: Int64
}

/// A rename whose two ends were both reported.
package struct SeenRename: Hashable, Sendable {
  /// The old path.
  package var from: WorkspacePath
  /// The new path.
  package var to: WorkspacePath
  /// Whether it is a folder: then both paths must be rescanned as well.
  package var isFolder: Bool

  package init(from: WorkspacePath, to: WorkspacePath, isFolder: Bool) {
    self.from = from
    self.to = to
    self.isFolder = isFolder
  }
}
