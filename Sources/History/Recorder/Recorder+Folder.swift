package import FileSystem
package import GitObjects

extension Recorder {
  /// Makes a folder and those above it; nothing where it stands already. There is nothing to record of it: git keeps no
  /// empty folders.
  ///
  /// - Throws: `FileError.exists` where a file stands in the way, `.outside` where a link does, or the folder is to be in
  ///   one that is left to itself.
  package func makeFolder(_ path: WorkspacePath) throws(FileError) {
    if let folder = foreignFolder(on: path) { throw folder.error("make", path) }
    try tree.makeDirectories(FileLocation(path))
  }
}
