package import FileSystem
internal import GitObjects

extension Recorder {
  /// What `stat` said of a file when its content was found to be the tip's; nil where that is not certain.
  ///
  /// The user's index takes it, so that stock git need not read the file again.
  package func stamp(of path: String) -> FileStamp? {
    guard let path = try? WorkspacePath(path), let known = cache[path],
      (try? entry(at: path))?.id == known.blob
    else { return nil }
    return known.stamp
  }
}
