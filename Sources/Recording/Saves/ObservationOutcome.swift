internal import FileSystem
package import GitObjects
internal import WorkTree

/// The outcome of an observation of changed paths.
package struct ObservationOutcome: Sendable {
  /// The commits made, oldest first.
  package var commits: [ObjectID] = []
  /// Paths that are still being written and must be observed again later.
  package var postponed: [WorkspacePath] = []
  /// Appends that wait for later ones, with the end of the wait, monotonic nanoseconds.
  package var deferred: [WorkspacePath: Int64] = [:]
  /// Paths that could not be read; their recorded versions are kept.
  package var problems: [Problem] = []
  /// Folders found where a file was expected: to be scanned.
  package var folders: [WorkspacePath] = []
  /// Paths that were recorded as held.
  package var heldPaths: [WorkspacePath] = []
  /// Deletions that were not recorded because they empty the folder (A14).
  package var stopped: [WorkspacePath] = []

  /// Files with a version that git put there and nobody changed: the tip's version is restored in them.
  var behind: [TreeChange] = []

  /// Makes an empty outcome.
  package init() {}

  /// Postpones a path after a failure, unless an event reports its end, as of a change of permissions.
  ///
  /// - Returns: the time of the next attempt, for the message to the person.
  mutating func postpone(_ path: WorkspacePath, after failure: any Error) -> String {
    if let error = failure as? FileError, error.code != .noSpace, error.code != .other {
      return "Stet retries when the file changes"
    }
    postponed.append(path)
    return "Stet retries"
  }

  /// Postpones the deletion of files whose new path is postponed: a rename is recorded as a whole, so that its lines
  /// keep their authors.
  mutating func postponeSources(of observations: [Observation], among deleted: inout [WorkspacePath]) {
    guard !deleted.isEmpty, !postponed.isEmpty else { return }
    let targets = Set(postponed)
    let sources = Set(observations.filter { $0.renamedTo.map(targets.contains) == true }.map(\.path))
    postponed += deleted.filter(sources.contains)
    deleted.removeAll(where: sources.contains)
  }
}

/// A file that could not be handled while the others were.
package struct Problem: Hashable, Sendable {
  /// The path, as text: it may be one that a workspace cannot hold.
  package var path: String
  /// The event, what was kept, and the next step.
  package var message: String
}
