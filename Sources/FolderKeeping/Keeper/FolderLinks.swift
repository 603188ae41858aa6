package import FileWatching

/// The watcher, the claims and the listeners of a folder, attached once before the first batch.
///
/// Belongs to the executor of `FolderKeeper`.
package final class FolderLinks {
  /// The watcher of the folder.
  package private(set) var watcher: FileWatcher?
  /// The claims on files and the programs with open files; notified of changes in the folder.
  private(set) var claims: ClaimDesk?
  /// The functions that the turns call.
  private(set) var listeners = KeeperListeners()
  /// The way in which the folder is watched, for the status.
  var watchMode = "events"

  /// Attaches the watcher, the claims and the listeners.
  func attach(_ watcher: FileWatcher, claims: ClaimDesk, listeners: KeeperListeners) {
    self.watcher = watcher
    self.claims = claims
    self.listeners = listeners
  }
}
