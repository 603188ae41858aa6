package import FileSystem
package import GitObjects

extension Recorder {
  /// Makes a folder and those above it; nothing where it stands already. There is nothing to record of it: git keeps no
  /// empty folders.
  ///
  /// - Throws: `FileError.exists` where a file stands in the way, `.outside` where a link does.
  package func makeFolder(_ path: WorkspacePath) throws(FileError) {
    try tree.makeDirectories(FileLocation(path))
  }
}
