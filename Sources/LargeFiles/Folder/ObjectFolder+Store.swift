internal import FileSystem
internal import Glibc

extension ObjectFolder {
  /// Stores a file's content: hashes it while it is copied in bounded memory, flushes it, and renames it.
  ///
  /// If the file system supports it, the object shares the file's blocks and only hashing reads them. An empty file
  /// has no object.
  ///
  /// - Parameters:
  ///   - file: a descriptor open for reading. The caller detects concurrent changes by the file's stamp before and
  ///     after; the object is consistent either way.
  ///   - proceed: called with the number of bytes done; returning false cancels.
  /// - Returns: the pointer to the content.
  package func store(_ file: Int32, proceed: (Int) -> Bool = { _ in true }) throws(ObjectFolderError) -> Pointer {
    let temporary = try Temporary(in: self)
    let pointer = try fill(temporary.file, from: file, proceed: proceed)
    guard pointer.size > 0, !holds(pointer) else { return pointer }
    try temporary.file.flush()
    try publish(temporary.path, as: pointer)
    return pointer
  }

  /// Copies a file's content to a new file and hashes it; the new file shares the blocks if the file system supports it.
  func fill(
    _ target: borrowing OpenFile, from file: Int32, proceed: (Int) -> Bool
  ) throws(ObjectFolderError) -> Pointer {
    var status = stat()
    _ = try OpenFile.call("the file") { fstat(file, &status) }
    guard status.st_size > 0, target.clone(from: file) else { return try copy(file, to: target, proceed: proceed) }
    // The clone does not change, whatever is written to the file meanwhile.
    let size = Int(try target.status().st_size)
    guard let id = try Hashing.id(of: target.number, target.path, size: size, proceed: proceed) else {
      throw .system(path: target.path, errno: EIO)
    }
    return Pointer(id: id, size: size)
  }

  /// Makes a file share an object's blocks if the file system supports it, and checks size and hash.
  ///
  /// - Parameter clone: makes the file share the blocks of a descriptor; returns false if that is not supported.
  /// - Returns: false if it is not supported; the file is empty then.
  /// - Throws: `.missing`, `.wrongSize`; `.wrongContent` if the object was damaged since it was stored: the file's
  ///   content must not be used then, and the object is set aside as in `read`. Errors of `clone`.
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

  /// Returns whether files in a folder can share blocks with objects; tries it with temporary files.
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
