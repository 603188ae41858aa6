package import GitObjects
package import LargeFiles

/// The requested form of a large file at a path.
package struct LargeWish: Sendable {
  package var path: WorkspacePath
  /// The pointer that the tip has at the path.
  package var pointer: Pointer
  /// Whether the placeholder is wanted there; else the content.
  var isPlaceholder: Bool

  /// Makes a wish for a path.
  package init(path: WorkspacePath, pointer: Pointer, isPlaceholder: Bool) {
    self.path = path
    self.pointer = pointer
    self.isPlaceholder = isPlaceholder
  }
}
