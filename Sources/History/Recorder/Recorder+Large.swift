internal import FileSystem
package import GitObjects
package import LargeFiles

extension FileError {
  /// Makes the error for an object folder that refused.
  init(_ error: ObjectFolderError, _ operation: String) {
    let code: Code =
      switch error {
      case .noSpace: .noSpace
      case .denied: .denied
      default: .other
      }
    self.init(
      code: code, operation: operation, path: ".git/lfs", errno: 0, message: "\(operation) .git/lfs: \(error)")
  }
}

extension Recorder {
  /// Returns the contents of large files that may still be needed: those of the tip, older ones that wait for a newer
  /// one, held ones, and displaced ones.
  package func neededContents() throws(ObjectStoreError) -> Set<ContentID> {
    try disk.followLargeTable()
    var needed = Set(disk.largeTable.files.values.map(\.pointer.id))
    var versions = log.unplaced.values.compactMap(\.expected) + log.slots.files.map(\.accounted)
    versions += log.slots.files.compactMap { $0.proven?.blob }
    for path in held.keys {
      if let entry = try tips.heldEntry(at: path), entry.mode.isFile { versions.append(entry.id) }
    }
    for version in versions {
      if let pointer = disk.pointer(in: version) { needed.insert(pointer.id) }
    }
    return needed
  }
}
