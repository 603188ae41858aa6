internal import GitObjects

extension Recorder {
  /// What is known of a file whose content was found to be the tip's; nil where that is not certain.
  ///
  /// The user's index takes its stamp, so that stock git need not read the file again.
  package func known(_ path: String) -> CachedFile? {
    guard let path = try? WorkspacePath(path), let known = cache[path],
      (try? entry(at: path))?.id == known.blob
    else { return nil }
    return known
  }
}
