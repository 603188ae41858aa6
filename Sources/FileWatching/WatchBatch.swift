package import GitObjects

/// Which part of the repository somebody changed.
package enum RepositoryPart: Hashable, CaseIterable, Sendable {
  /// `HEAD` or a branch, loose or packed.
  case references
  /// The index.
  case index
  /// `index.lock` came or went: a git command is at work (review A3).
  case indexLock
  /// A merge, rebase, pick, revert or bisect began or ended.
  case operation
  /// `git gc` began or ended.
  case collection
  /// `config` or `info/attributes`: the rules of adoption are to be checked again (review A4).
  case configuration
}

/// How far watching fell back to polling.
package struct WatchDegradation: Hashable, Sendable {
  /// Folders that have no watch; they and what is below them come as `rescans` every two seconds.
  package var folders: Int
  /// The sentence for the status: what happened and what helps.
  package var sentence: String {
    "\(folders) folder\(folders == 1 ? " is" : "s are") polled, because the system's limit of watches is reached; "
      + "raise fs.inotify.max_user_watches and max_user_instances"
  }
}

/// What is due, taken once.
package struct WatchBatch: Sendable {
  /// Paths to be looked at.
  package var settled: [SettledPath] = []
  /// Paths that were closed a moment ago, while that is to be told at once; they come again when they have settled.
  package var closed: [WorkspacePath] = []
  /// Renames seen whole, in the order in which they are to be applied; both ends of a file are in `settled` too,
  /// both ends of a folder in `rescans`.
  package var renames: [SeenRename] = []
  /// Folders to be read again with all below them, none inside another.
  package var rescans: [WorkspacePath] = []
  /// Whether everything is to be read again: events were lost, or the root itself is polled.
  package var rescansAll = false
  /// Parts of the repository that were touched, by us or by others.
  package var repository: Set<RepositoryPart> = []
  /// Files in the store that somebody wrote to after they were displaced, relative to `.git/stet`: `displaced/NAME`.
  package var lateWrites: [String] = []
  /// Whether watching is limited.
  package var degraded: WatchDegradation?
  /// Whether the root was moved, deleted or unmounted; nothing else is said from then on (review rule 4).
  package var rootGone = false
  /// Documents that somebody has open, each with the file that tells so.
  package var presence: [WorkspacePath: WorkspacePath] = [:]

  /// Whether the repository changed.
  package var repositoryChanged: Bool { !repository.isEmpty }

  /// Whether there is nothing to do.
  package var isEmpty: Bool {
    settled.isEmpty && closed.isEmpty && renames.isEmpty && rescans.isEmpty && !rescansAll && repository.isEmpty
      && lateWrites.isEmpty
      && !rootGone
  }
}
