package import GitObjects

extension Recorder {
  /// Returns the state of a file whose content was found to be the tip's; nil if that is not certain.
  ///
  /// The user's index takes its stamp, so that stock git need not read the file again.
  package func known(_ path: WorkspacePath) -> (entry: TreeEntry, file: CachedFile)? {
    guard let known = cache[path], let entry = try? entry(at: path), entry.id == known.blob else { return nil }
    return (entry, known)
  }
}
