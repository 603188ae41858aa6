package import FileSystem
package import GitObjects
package import LargeFiles

/// The copy of a large file into the store, or among the objects of large files, which runs beside the recorder's
/// turns, on any thread.
package struct LargeCopy: Sendable {
  /// The place of the copied content.
  package enum Content: Hashable, Sendable {
    /// In the repository, durable.
    case blob(ObjectID)
    /// Among the objects of large files, durable.
    case object(Pointer)
    /// Nowhere: the file has only zeros, as a power cut may leave it.
    case zeros
  }

  /// The result of a copy.
  package struct Result: Hashable, Sendable {
    package var content: Content
    /// The stamp of the file when the last byte was read.
    package var stamp: FileStamp
  }

  /// The disk has no room for the copy; nothing was written.
  package struct NoRoom: Error, Hashable {
    /// The number of bytes that it needs.
    package let needed: Int64
  }

  /// The file's path; for a displaced one the path before.
  package let path: WorkspacePath
  let location: FileLocation
  let tree: any FileTree
  /// The store for the objects of large files; nil for the repository.
  let large: LargeStore?
  /// The probable content: it is hashed and not written again.
  let expected: Pointer?
  /// Whether the probable content needs no copy here because a remote has it.
  var isHeldElsewhere = false
  /// Whether the room on the disk is checked before anything is written: the original stays in its place meanwhile, and
  /// is no save.
  var needsRoom = false
  /// The stamp of the file after an unclean stop; while it is unchanged, zeros are only reported and not copied.
  package var suspect: FileStamp?

  /// Makes a copy that is to be run.
  package init(
    path: WorkspacePath, location: FileLocation, tree: any FileTree, large: LargeStore?, expected: Pointer?,
    isHeldElsewhere: Bool = false, needsRoom: Bool = false
  ) {
    self.path = path
    self.location = location
    self.tree = tree
    self.large = large
    self.expected = expected
    self.isHeldElsewhere = isHeldElsewhere
    self.needsRoom = needsRoom
  }

  /// Copies the file; blocks. An interrupted copy leaves nothing in the store that could be mistaken for the file.
  ///
  /// - Parameter store: a handle of the calling thread's own.
  /// - Returns: nil if a program writes the file or it changed meanwhile.
  /// - Throws: `FileError` if it cannot be read, `ObjectStoreError` or `ObjectFolderError` if the store refuses it,
  ///   `NoRoom`.
  package func run(into store: any ObjectStore) throws -> Result? {
    guard let before = try tree.stamp(of: location), before.kind == .file else { return nil }
    if let suspect, suspect.sameContent(as: before), try tree.isZeros(location, before), try !isExpected(before) {
      return Result(content: .zeros, stamp: before)
    }
    return try large.map { try run(into: $0, before) } ?? run(into: store, before)
  }

  /// Returns whether the file holds the recorded content, if that is possible.
  private func isExpected(_ before: FileStamp) throws -> Bool {
    guard let expected, Int64(expected.size) == before.size else { return false }
    return try Pointer(hashing: { take in
      try tree.readPieces(of: location) { piece in piece.withUnsafeBytes(take) }?.isSettled == true
    }) == expected
  }

  private func run(into large: LargeStore, _ before: FileStamp) throws -> Result? {
    var reading: FileReading?
    func read(_ share: (Int32) -> Bool, _ take: (UnsafeRawBufferPointer) -> Bool) throws -> Bool {
      reading = try tree.readPieces(of: location, share: share) { piece in piece.withUnsafeBytes(take) }
      return reading.map { $0.isSettled && $0.stamp.sameContent(as: before) } ?? false
    }
    if let expected, Int64(expected.size) == before.size,
      isHeldElsewhere || large.folder.holds(expected),
      try Pointer(hashing: { try read({ _ in false }, $0) }) == expected, let reading
    {
      return Result(content: .object(expected), stamp: reading.stamp)
    }
    var hasRoom = true
    let stored = try large.folder.store(pieces: { share, take in
      try read(
        { file in
          // A copy that shares the file's blocks needs no room.
          if share(file) { return true }
          hasRoom = !needsRoom || large.hasRoom(for: before.size)
          return false
        }, { hasRoom && take($0) })
    })
    if !hasRoom { throw NoRoom(needed: before.size) }
    guard let pointer = stored, let reading else { return nil }
    return Result(content: .object(pointer), stamp: reading.stamp)
  }

  private func run(into store: any ObjectStore, _ before: FileStamp) throws -> Result? {
    var reading: FileReading?
    do {
      let blob = try store.writeBlob(size: before.size) { take in
        var failure: (any Error)?
        reading = try tree.readPieces(of: location) { piece in
          do {
            try take(piece)
            return true
          } catch {
            failure = error
            return false
          }
        }
        if let reading, !reading.isSettled || !reading.stamp.sameContent(as: before) { throw Unsettled() }
        if let failure { throw failure }
      }
      return reading.map { Result(content: .blob(blob), stamp: $0.stamp) }
    } catch is Unsettled { return nil }
  }

  private struct Unsettled: Error {}
}
