internal import FileSystem
internal import GitObjects
internal import WorkTree

/// Remains of a power cut.
extension DiskView {
  /// Returns whether a file is as after a power cut: empty, or nothing but zeros.
  func isTorn(_ onDisk: DiskState, at path: WorkspacePath) throws -> Bool {
    guard onDisk.mode?.isFile == true, let bytes = onDisk.bytes else { return false }
    guard onDisk.content != nil, let stamp = onDisk.stamp else { return bytes.allSatisfy { $0 == 0 } }
    return try tree.isZeros(FileLocation(path), stamp)
  }

  /// Returns whether a file is a version that was not synced before a power cut: its beginning, then zeros.
  func isPart(_ onDisk: DiskState, of recorded: TreeEntry) throws -> Bool {
    guard onDisk.content == nil, onDisk.mode?.isFile == true, let bytes = onDisk.bytes,
      let whole = try store.blob(recorded.id, ofAtMost: DiskView.largestPiece)
    else { return false }
    return TornContent.isPart(bytes, of: whole)
  }

  /// Returns whether a file has only zeros, and the recorded version has more.
  func isZeros(_ location: FileLocation, _ stamp: FileStamp, unlike version: ObjectID) throws -> Bool {
    guard try tree.isZeros(location, stamp) else { return false }
    guard let pointer = pointer(in: version), Int64(pointer.size) == stamp.size else { return true }
    return try displaced.findContent(location) != version
  }
}
