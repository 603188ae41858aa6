package import GitObjects

/// A large file whose content could be evicted.
package struct EvictionCandidate: Hashable, Sendable {
  /// The file's path.
  package var path: WorkspacePath
  /// The pointer to its object.
  package var pointer: Pointer
  /// The time of the last use in seconds since 1970.
  package var lastUse: Int
  /// Whether a person pinned the file, or the policy keeps it.
  package var isPinned = false
  /// Whether a program has the file open or mapped, or this cannot be determined.
  package var isOpen = false
  /// Whether the file's content differs from the tip's.
  package var isChanged = false
  /// The file's number of hard links; other links would keep its space in use.
  package var links = 1
  /// The time when a remote last confirmed the object, in seconds since 1970; nil for never.
  package var verified: Int?

  /// Creates a candidate.
  package init(path: WorkspacePath, pointer: Pointer, lastUse: Int) {
    self.path = path
    self.pointer = pointer
    self.lastUse = lastUse
  }
}
