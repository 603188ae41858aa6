internal import FileSystem
internal import GitObjects

/// A file that an adoption could not bring to the tip: what stands there is not taken for a change (review F14).
struct Unplaced {
  /// What the tip had there before, and the disk has still; nil for nothing.
  var expected: ObjectID?
  /// What kept it from being placed.
  var error: FileError
}
