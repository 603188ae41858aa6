package import FileSystem
package import GitObjects

extension Recorder {
  /// Makes a folder and those above it; does nothing if it exists. Nothing is recorded, because git keeps no empty
  /// folders.
  ///
  /// - Throws: `FileError.exists` if a file is in the way, `.outside` if a link is, or the folder would be in a foreign
  ///   one.
  package func makeFolder(_ path: WorkspacePath) throws(FileError) {
    if let folder = foreignFolder(on: path) { throw folder.error("make", path) }
    try tree.makeDirectories(FileLocation(path))
  }
}
