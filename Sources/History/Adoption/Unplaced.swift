internal import FileSystem
internal import GitObjects

/// A file that an adoption could not bring to the tip: what stands there is not taken for a change (review F14).
struct Unplaced {
  /// What the tip had there before, and the disk has still; nil for nothing.
  var expected: ObjectID?
  /// Whether the content of a large file stands there of which a newer one is on its way: no error.
  var isAwaited = false
  /// What kept it from being placed.
  var error: FileError
}
