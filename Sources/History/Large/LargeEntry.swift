package import GitObjects
package import LargeFiles

/// A large file of the tip, and what the folder has of it.
package struct LargeEntry: Hashable, Sendable {
  /// What stands at the path.
  package enum Standing: String, Hashable, Sendable {
    /// The pointer's text: a placeholder.
    case placeholder
    /// The content that the tip's pointer stands for.
    case content
    /// Something else: what the pointer stood for before, of which a newer one is coming, or what nobody looked at yet.
    case changed
    /// Nothing.
    case absent
  }

  /// The path.
  package var path: WorkspacePath
  /// What the tip's pointer says.
  package var pointer: Pointer
  /// The pointer's blob: the version token.
  package var blob: ObjectID
  /// What stands there.
  package var standing: Standing

  /// Makes an entry.
  package init(path: WorkspacePath, pointer: Pointer, blob: ObjectID, standing: Standing) {
    self.path = path
    self.pointer = pointer
    self.blob = blob
    self.standing = standing
  }
}
