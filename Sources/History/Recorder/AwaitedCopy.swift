internal import FileSystem

/// A large file as it was when its copy was asked for.
///
/// Its author is decided then: the agent's command that wrote it has ended when the copy has.
struct AwaitedCopy {
  /// What stood there; nil where that was not known.
  var stamp: FileStamp?
  /// Whose that was.
  var origin: WriteOrigin

  /// Whether the same content stands there.
  func isOf(_ stamp: FileStamp?) -> Bool {
    guard let stamp, let known = self.stamp else { return false }
    return known.sameContent(as: stamp)
  }
}
