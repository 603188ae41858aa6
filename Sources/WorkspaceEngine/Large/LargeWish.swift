internal import GitObjects
internal import LargeFiles

/// What is wanted at the path of a large file.
struct LargeWish: Sendable {
  /// The path.
  var path: WorkspacePath
  /// What the tip has there.
  var pointer: Pointer
  /// Whether its placeholder is to stand there, else its content.
  var isPlaceholder: Bool
}
