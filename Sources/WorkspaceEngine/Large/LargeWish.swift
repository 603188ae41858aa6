internal import GitObjects
internal import LargeFiles

/// The requested form of a large file at a path.
struct LargeWish: Sendable {
  var path: WorkspacePath
  /// The pointer that the tip has at the path.
  var pointer: Pointer
  /// Whether the placeholder is wanted there; else the content.
  var isPlaceholder: Bool
}
