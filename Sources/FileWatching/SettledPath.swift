package import GitObjects

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

  /// The path.
  package var path: WorkspacePath
  /// The reason.
  package var reason: Reason
  /// The time of the first of these events in monotonic nanoseconds.
  package var first: Int64
  /// The time of the last one.
  package var last: Int64

  /// Creates a settled path.
  package init(path: WorkspacePath, reason: Reason, first: Int64, last: Int64) {
    self.path = path
    self.reason = reason
    self.first = first
    self.last = last
  }
}

/// A rename whose two ends were both reported.
package struct SeenRename: Hashable, Sendable {
  /// The old path.
  package var from: WorkspacePath
  /// The new path.
  package var to: WorkspacePath
  /// Whether it is a folder: then both paths must be rescanned as well.
  package var isFolder: Bool

  /// Creates a rename.
  package init(from: WorkspacePath, to: WorkspacePath, isFolder: Bool) {
    self.from = from
    self.to = to
    self.isFolder = isFolder
  }
}
