package import GitObjects
package import LargeFiles

/// A large file of the tip, and its state in the folder.
package struct LargeEntry: Hashable, Sendable {
  /// The state of the path on disk.
  package enum State: String, Hashable, Sendable {
    /// The pointer's text: a placeholder.
    case placeholder
    /// The content of the tip's pointer.
    case content
    /// Other content: that of the previous pointer, whose newer one is being downloaded, or one that was not observed
    /// yet.
    case changed
    /// No file.
    case absent
  }

  package var path: WorkspacePath
  /// The tip's pointer.
  package var pointer: Pointer
  /// The pointer's blob: the version token.
  package var blob: ObjectID
  /// The state on disk.
  package var state: State
}
