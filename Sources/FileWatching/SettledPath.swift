package import GitObjects

/// A path that is worth a look now.
package struct SettledPath: Hashable, Sendable {
  /// The last that was seen of it; a hint, never a statement about what stands there (rule 3).
  package enum Reason: Hashable, Sendable {
    /// A writer closed it.
    case closed
    /// Another file was renamed onto it.
    case renamedOnto
    /// It was renamed to another path of the workspace.
    case renamedAway
    /// It was made without a writer: a link, or found in a folder that appeared.
    case created
    /// It was changed and nobody closed it since.
    ///
    /// Text may be taken as a growing prefix; another format is left until its close, which comes as `closed`.
    case growing
    /// Its name was taken away and did not come back in time.
    case deleted
    /// Mode or attributes changed.
    case attributes
    /// The recorder asked for it again.
    case postponed
  }

  /// Where.
  package var path: WorkspacePath
  /// Why.
  package var reason: Reason
  /// When the first of these events was seen, monotonic nanoseconds.
  package var first: Int64
  /// When the last was seen.
  package var last: Int64

  /// Makes a settled path.
  package init(path: WorkspacePath, reason: Reason, first: Int64, last: Int64) {
    self.path = path
    self.reason = reason
    self.first = first
    self.last = last
  }
}

/// A rename that was seen as it happened.
package struct SeenRename: Hashable, Sendable {
  /// The old path.
  package var from: WorkspacePath
  /// The new path.
  package var to: WorkspacePath
  /// Whether it is a folder: then both are to be read again as well.
  package var isFolder: Bool

  /// Makes a rename.
  package init(from: WorkspacePath, to: WorkspacePath, isFolder: Bool) {
    self.from = from
    self.to = to
    self.isFolder = isFolder
  }
}
