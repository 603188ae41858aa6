package import FileSystem
package import LocalState

/// Files of Stet's own that are recorded nowhere: tables beside the journal, the page of conflicts.
extension Recorder {
  /// Returns the file at a place, at most 256 MiB; nil for none.
  package func aside(_ location: FileLocation) throws(FileError) -> FileContent? {
    try tree.read(location, limit: 1 << 28)
  }

  /// Returns whether anything is at a place.
  package func stands(_ location: FileLocation) throws(FileError) -> Bool { try tree.stamp(of: location) != nil }

  /// Replaces a file in one step, not durable: a lost one is made again.
  package func putAside(_ bytes: [UInt8], in file: StoredFile) throws(FileError) {
    try file.write(bytes, .volatile, in: tree)
  }

  /// Deletes a file.
  package func removeAside(_ location: FileLocation) throws(FileError) { try tree.remove(location) }
}
