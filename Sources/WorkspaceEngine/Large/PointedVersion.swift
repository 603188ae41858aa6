internal import GitObjects
internal import LargeFiles

/// A version of a path that is a pointer.
struct PointedVersion: Hashable, Sendable {
  /// The path and the pointer's blob.
  var version: PathVersion
  /// What it points to.
  var pointer: Pointer
}
