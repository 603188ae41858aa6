internal import GitObjects
internal import Synchronization

/// The folders that ignore rules cover, as the last scan found them: the watcher's thread asks for them, and the rules
/// themselves belong to the recorder's.
final class IgnoredFolders: Sendable {
  private struct State {
    var folders: Set<WorkspacePath> = []
    var watchedBy: Set<WorkspacePath> = []
  }

  private let state = Mutex(State())

  /// Makes an empty set.
  init() {}

  /// Whether a folder is known to be ignored.
  func contains(_ folder: WorkspacePath) -> Bool { state.withLock { $0.folders.contains(folder) } }

  /// Notes what a rule says of a folder.
  func note(_ folder: WorkspacePath, isIgnored: Bool) {
    state.withLock { state in
      if isIgnored { state.folders.insert(folder) } else { state.folders.remove(folder) }
    }
  }

  /// Forgets folders that must be watched although a rule covers them, because something in them is recorded.
  ///
  /// - Returns: whether others are ignored than when this was last asked, so that the watches must be put right.
  func settle(keeping isLeftOut: (WorkspacePath) -> Bool) -> Bool {
    let folders = state.withLock { $0.folders }
    let recorded = folders.filter { !isLeftOut($0) }
    return state.withLock { state in
      state.folders.subtract(recorded)
      defer { state.watchedBy = state.folders }
      return state.watchedBy != state.folders
    }
  }
}
