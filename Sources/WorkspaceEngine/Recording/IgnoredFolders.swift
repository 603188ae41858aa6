internal import GitObjects
internal import Synchronization

/// The folders that ignore rules cover, as the last scan found them: the watcher's thread asks for them, and the rules
/// themselves belong to the recorder's.
final class IgnoredFolders: Sendable {
  private let folders = Mutex<Set<WorkspacePath>>([])

  /// Makes an empty set.
  init() {}

  /// Whether a folder is known to be ignored.
  func contains(_ folder: WorkspacePath) -> Bool { folders.withLock { $0.contains(folder) } }

  /// Notes what a rule says of a folder.
  func note(_ folder: WorkspacePath, isIgnored: Bool) {
    folders.withLock { folders in
      if isIgnored { folders.insert(folder) } else { folders.remove(folder) }
    }
  }
}
