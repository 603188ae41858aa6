package import GitObjects
internal import Synchronization

/// The folders that ignore rules cover, as the last scan found them: the watcher's thread reads them, and the rules
/// belong to the recorder's executor.
package final class IgnoredFolders: Sendable {
  private struct State {
    /// The folders that a rule covers.
    var covered: Set<WorkspacePath> = []
    /// The covered folders without recorded files.
    var leftOut: Set<WorkspacePath> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Returns whether the watcher does not enter a folder, as of the last `settle`.
  ///
  /// A scan in progress knows only the rules: a folder that it found covered may contain recorded files.
  package func contains(_ folder: WorkspacePath) -> Bool { state.withLock { $0.leftOut.contains(folder) } }

  /// Records whether a rule ignores a folder.
  func note(_ folder: WorkspacePath, isIgnored: Bool) {
    state.withLock { state in
      if isIgnored { state.covered.insert(folder) } else { state.covered.remove(folder) }
    }
  }

  /// Decides which covered folders are not watched: those without recorded files.
  ///
  /// - Returns: whether these folders differ from those at the last call, so that the watches must be updated.
  func settle(keeping isLeftOut: (WorkspacePath) -> Bool) -> Bool {
    let leftOut = state.withLock { $0.covered }.filter(isLeftOut)
    return state.withLock { state in
      defer { state.leftOut = leftOut }
      return state.leftOut != leftOut
    }
  }
}
