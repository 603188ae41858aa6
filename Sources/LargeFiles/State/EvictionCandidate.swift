package import GitObjects

/// A large file that could give its place on the disk back.
package struct EvictionCandidate: Hashable, Sendable {
  /// The file.
  package var path: WorkspacePath
  /// Its object.
  package var pointer: Pointer
  /// When it was used last, in seconds since 1970.
  package var lastUse: Int
  /// Whether somebody pinned it, or the policy keeps it.
  package var isPinned = false
  /// Whether a program has it open or mapped, or that cannot be told.
  package var isOpen = false
  /// Whether what stands in the folder is not what the tip names.
  package var isChanged = false
  /// How many names the file has on the disk; other names would keep its place taken.
  package var links = 1
  /// When a remote last said that it has the object, in seconds since 1970; nil for never.
  package var verified: Int?

  /// Makes a candidate.
  package init(path: WorkspacePath, pointer: Pointer, lastUse: Int) {
    self.path = path
    self.pointer = pointer
    self.lastUse = lastUse
  }
}
