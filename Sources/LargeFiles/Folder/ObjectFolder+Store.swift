internal import FileSystem
internal import Glibc

extension ObjectFolder {
  /// Takes a file's content in, once: hashed while it is copied, in bounded memory, flushed, then given its name.
  ///
  /// Where the file system can, the object shares the file's blocks and only the hashing reads them. A file without
  /// bytes has no object.
  ///
  /// - Parameters:
  ///   - file: a descriptor for reading. Whether the file changed meanwhile is for the caller to see, by its stamp before
  ///     and after; the object is whole either way.
  ///   - proceed: told how many bytes are done; false gives up.
  /// - Returns: the pointer to it.
  package func store(_ file: Int32, proceed: (Int) -> Bool = { _ in true }) throws(ObjectFolderError) -> Pointer {
    let temporary = try Temporary(in: self)
    var status = stat()
    _ = try OpenFile.call("the file") { fstat(file, &status) }
    let pointer: Pointer
    if status.st_size > 0, temporary.file.clone(from: file) {
      // What was cloned stays as it is, whatever is written to the file meanwhile.
      let size = Int(try temporary.file.status().st_size)
      guard let id = try Hashing.id(of: temporary.file.number, temporary.path, size: size, proceed: proceed) else {
        throw .system(path: temporary.path, errno: EIO)
      }
      pointer = Pointer(id: id, size: size)
    } else {
      pointer = try copy(file, to: temporary.file, proceed: proceed)
    }
    guard pointer.size > 0, !holds(pointer) else { return pointer }
    try temporary.file.flush()
    try publish(temporary.path, as: pointer)
    return pointer
  }

  /// Has a file share an object's blocks, where the file system can, and compares size and hash.
  ///
  /// - Parameter clone: makes the file share the blocks of a descriptor; false where that cannot be.
  /// - Returns: false where it cannot; nothing is in the file then.
  /// - Throws: `.missing`, `.wrongSize`; `.wrongContent` where the object was damaged since it came: the file then holds
  ///   what nobody may see, and the object is set aside as in reading. What `clone` throws.
  package func share(_ pointer: Pointer, _ clone: (_ source: Int32) throws -> Bool) throws -> Bool {
    if pointer.size == 0 { return false }
    let source = try object(pointer.id)
    let size = Int(try source.status().st_size)
    guard size == pointer.size else {
      throw ObjectFolderError.wrongSize(pointer.id, expected: pointer.size, found: size)
    }
    guard try clone(source.number) else { return false }
    guard try Hashing.id(of: source.number, source.path, size: size) == pointer.id else {
      setAside(pointer.id)
      throw ObjectFolderError.wrongContent(pointer.id)
    }
    return true
  }

  /// Whether files below a place can share the blocks of objects: tried with a file of its own.
  package func sharesBlocks(with place: String) -> Bool { (try? triesToShare(with: place)) ?? false }

  private func triesToShare(with place: String) throws(ObjectFolderError) -> Bool {
    let first = try Temporary(in: self)
    let second = try Temporary(in: self)
    var status = stat()
    guard stat(place, &status) == 0, try first.file.status().st_dev == status.st_dev else { return false }
    try first.file.resize(to: 4_096)
    return second.file.clone(from: first.file.number)
  }

  private func copy(
    _ source: Int32, to target: borrowing OpenFile, proceed: (Int) -> Bool
  ) throws(ObjectFolderError) -> Pointer {
    var hash = ContentHash()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 4_096)
    defer { buffer.deallocate() }
    var size = 0
    var behind = WriteBehind()
    while true {
      let count = try OpenFile.read(source, "the file", into: buffer, at: size)
      if count == 0 { break }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.add(piece)
      try target.write(piece, at: size)
      size += count
      behind.note(size: size, of: target)
      guard proceed(size) else { throw .cancelled }
    }
    return Pointer(id: try Hashing.id(hash), size: size)
  }
}
