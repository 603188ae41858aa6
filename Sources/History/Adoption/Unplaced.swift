internal import FileSystem
internal import GitObjects

/// A file that an adoption could not place: the content on disk does not count as a change (review F14).
struct Unplaced {
  /// The tip's version before the adoption, which is still on disk; nil for no file.
  var expected: ObjectID?
  /// Whether the content on disk is that of a large file whose newer content is being downloaded; this is no error.
  var isAwaited = false
  /// The error that kept it from being placed.
  var error: FileError
}
