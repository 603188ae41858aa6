internal import FileSystem
internal import WorkTree

/// The state of a large file when its copy was requested.
///
/// The recorder determines the author at that time: when the copy ends, the agent's command that wrote the file has
/// ended.
struct AwaitedCopy {
  /// The stamp of the file; nil if it was unknown.
  var stamp: FileStamp?
  /// The origin of that content.
  var origin: WriteOrigin

  /// Returns whether the file still has the same content.
  func isOf(_ stamp: FileStamp?) -> Bool {
    guard let stamp, let known = self.stamp else { return false }
    return known.sameContent(as: stamp)
  }
}
