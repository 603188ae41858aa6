import FileWatching

@testable import FolderKeeping
@testable import WorkspaceEngine

/// The state of a keeper's parts, for tests.
extension FolderKeeper {
  /// The work of the person's git in the folder.
  var foreign: ForeignGit { folder.foreign }
  /// The local-only files that were published before.
  var publishedLocalOnly: PublishedLocalOnly { rules.localOnly.publishedLocalOnly }
  /// The watcher of the folder.
  var watcher: FileWatcher? { links.watcher }

  /// Checks whether the person's git is at work, and inspects its changes.
  func observeGit() { work.turns.observeGit() }

  /// Updates the provenance of files that have been idle for the policy's time.
  func updateIdle(at now: Int64) { work.turns.updateIdle(at: now) }
}
