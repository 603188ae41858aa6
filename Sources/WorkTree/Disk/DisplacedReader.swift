package import FileSystem
package import GitObjects
package import LargeFiles

/// The content of a displaced file.
package struct FoundContent {
  /// The version; for a large file, its pointer's blob.
  package var blob: ObjectID
  /// The bytes; for a large file, those of its pointer.
  package var bytes: [UInt8]
  /// The pointer, if it is the content of a large file.
  package var content: Pointer?
  package var mode: FileMode
  package var stamp: FileStamp
  /// Whether no writer had it open.
  package var isSettled: Bool
}

/// Reads files that Stet moved out of the folder or has not moved into it yet: displaced files and temporaries.
///
/// The content of a large file is read in bounded memory.
package struct DisplacedReader {
  private let disk: DiskView

  init(of disk: DiskView) { self.disk = disk }

  private var tree: any FileTree { disk.tree }
  private var store: TrackedStore { disk.store }

  /// Reads a displaced file, in bounded memory if it is the content of a large file, whose object is stored then; nil
  /// if there is no file.
  ///
  /// - Parameters:
  ///   - expected: the version that it should hold.
  ///   - slot: its slot; if an eviction displaced the expected version, its object is not stored again.
  package func find(
    _ location: FileLocation, of path: WorkspacePath, expected: ObjectID?, in slot: String
  ) throws(FileError) -> FoundContent? {
    guard let stamp = try tree.stamp(of: location) else { return nil }
    if let large = disk.large, stamp.kind == .file, stamp.size >= Pointer.byteLimit || expected != nil,
      disk.isLarge(path, stamp) || expected.flatMap({ disk.pointer(in: $0) }) != nil,
      let found = try find(
        location, stamp, in: large, expected: expected,
        isHeldElsewhere: expected != nil && SlotName.versionHeldElsewhere(slot) == expected)
    {
      return found
    }
    guard let content = try tree.read(location, limit: .max) else { return nil }
    return FoundContent(
      blob: store.id(of: .blob, content.bytes), bytes: content.bytes, mode: FileMode(content.stamp),
      stamp: content.stamp, isSettled: content.isSettled)
  }

  private func find(
    _ location: FileLocation, _ stamp: FileStamp, in large: LargeStore, expected: ObjectID?, isHeldElsewhere: Bool
  ) throws(FileError) -> FoundContent? {
    if stamp.size < Pointer.byteLimit {
      guard let content = try tree.read(location, limit: DiskView.holdInTurn),
        let onDisk = try disk.large(content, at: nil),
        let pointer = onDisk.content, let blob = onDisk.blob, let bytes = onDisk.bytes
      else { return nil }
      return FoundContent(
        blob: blob, bytes: bytes, content: pointer, mode: FileMode(stamp), stamp: content.stamp,
        isSettled: content.isSettled)
    }
    var reading: FileReading?
    func read(_ share: (Int32) -> Bool, _ take: (UnsafeRawBufferPointer) -> Bool) throws -> Bool {
      reading = try tree.readPieces(of: location, share: share) { piece in piece.withUnsafeBytes(take) }
      return reading?.isSettled == true
    }
    do {
      var pointer: Pointer?
      if let known = expected.flatMap({ disk.pointer(in: $0) }), Int64(known.size) == stamp.size,
        isHeldElsewhere || large.folder.holds(known)
      {
        pointer = try Pointer(hashing: { try read({ _ in false }, $0) }).flatMap { $0 == known ? $0 : nil }
      }
      if pointer == nil { pointer = try large.folder.store(pieces: read) }
      guard let reading else { return nil }
      guard let pointer else {
        // A program is writing it; it is observed again when that has ended.
        return FoundContent(
          blob: .emptyBlob, bytes: [], content: Pointer(id: .empty, size: 0), mode: FileMode(stamp),
          stamp: reading.stamp, isSettled: false)
      }
      return FoundContent(
        blob: try store.write(.blob, pointer.bytes), bytes: pointer.bytes, content: pointer, mode: FileMode(stamp),
        stamp: reading.stamp, isSettled: reading.isSettled)
    } catch let error as FileError { throw error } catch let error as ObjectFolderError {
      throw FileError(error, "store the content of a large file in")
    } catch {
      throw FileError(code: .other, operation: "read", path: location.string, errno: 0, message: "\(error)")
    }
  }

  /// Returns the blob that the pointer to a file's content would have; nil if the file is being written.
  package func findContent(_ location: FileLocation) throws -> ObjectID? {
    try Pointer(hashing: { try read(location, { _ in false }, $0) }).map { store.id(of: .blob, $0.bytes) }
  }

  /// Returns whether a leftover is a content that can be restored after its deletion: from its object, which is stored
  /// if missing, or from the remote that was asked before an eviction displaced it.
  package func keepsContent(of location: FileLocation, _ version: ObjectID) throws -> Bool {
    guard let large = disk.large, let pointer = disk.pointer(in: version) else { return false }
    if SlotName.versionHeldElsewhere(location.name) == version || large.folder.holds(pointer) { return true }
    return try large.folder.store(pieces: { try read(location, $0, $1) }) == pointer
  }

  private func read(
    _ location: FileLocation, _ share: (Int32) -> Bool, _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws -> Bool {
    try tree.readPieces(of: location, share: share) { piece in piece.withUnsafeBytes(take) }?.isSettled == true
  }
}

extension DiskView {
  /// The reader of displaced files and temporaries.
  package var displaced: DisplacedReader { DisplacedReader(of: self) }
}
