package import GitObjects

/// What a look at changed paths led to.
package struct ObservationOutcome: Sendable {
  /// The commits made, oldest first.
  package var commits: [ObjectID] = []
  /// Paths that are still being written: look again later.
  package var postponed: [WorkspacePath] = []
  /// Appends that wait for those that follow, and until when, monotonic nanoseconds.
  package var deferred: [WorkspacePath: Int64] = [:]
  /// Paths that could not be read; they stay as they are recorded.
  package var problems: [Problem] = []
  /// Folders found where a file was expected: to be scanned.
  package var folders: [WorkspacePath] = []
  /// Paths that were recorded as held.
  package var heldPaths: [WorkspacePath] = []
  /// Deletions that were not recorded because they empty the folder (A14).
  package var stopped: [WorkspacePath] = []

  /// Files that hold what git put there and nobody changed: the tip's version is brought back to them.
  var behind: [TreeChange] = []

  /// Makes an empty outcome.
  package init() {}
}

/// A file that could not be handled while the rest went on.
package struct Problem: Hashable, Sendable {
  /// The path, as text: it may be none that a workspace can hold.
  package var path: String
  /// What happened, what was kept, what to do.
  package var message: String

  /// Makes a problem.
  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}
