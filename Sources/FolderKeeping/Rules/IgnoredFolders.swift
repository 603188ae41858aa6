package import GitObjects
internal import Synchronization

/// The folders that ignore rules cover, as the last scan found them: the watcher's thread reads them, and the rules
/// belong to the recorder's executor.
package final class IgnoredFolders: Sendable {
  private struct State {
    var folders: Set<WorkspacePath> = []
    var watchedBy: Set<WorkspacePath> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Returns whether a folder is known to be ignored.
  package func contains(_ folder: WorkspacePath) -> Bool { state.withLock { $0.folders.contains(folder) } }

  /// Records whether a rule ignores a folder.
  func note(_ folder: WorkspacePath, isIgnored: Bool) {
    state.withLock { state in
      if isIgnored { state.folders.insert(folder) } else { state.folders.remove(folder) }
    }
  }

  /// Removes folders that must be watched although a rule covers them, because files in them are recorded.
  ///
  /// - Returns: whether the ignored folders differ from those at the last call, so that the watches must be updated.
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
