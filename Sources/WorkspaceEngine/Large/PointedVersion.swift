internal import GitObjects
internal import LargeFiles

/// A version of a path whose blob is a pointer.
struct PointedVersion: Hashable, Sendable {
  /// The path and the pointer's blob.
  var version: PathVersion
  /// The object that the pointer names.
  var pointer: Pointer
}
