internal import FileSystem
internal import Glibc

extension ObjectFolder {
  /// Stores a content that is passed piece by piece: hashes it while it is written, flushes it, and renames it.
  ///
  /// If the file system supports it, the object shares the file's blocks and only hashing reads them.
  ///
  /// - Parameter source: passes the open file to `share`. If that returns false, it passes the pieces in order until
  ///   `take` returns false. It returns whether that was the whole content.
  /// - Returns: the pointer to the content; nil if `source` returned false. Nothing is stored then.
  /// - Throws: `ObjectFolderError`, and errors of `source`.
  package func store(
    pieces source: (_ share: (Int32) -> Bool, _ take: (UnsafeRawBufferPointer) -> Bool) throws -> Bool
  ) throws -> Pointer? {
    let temporary = try Temporary(in: self)
    var isShared = false
    var hash = ContentHash()
    var size = 0
    var behind = WriteBehind()
    var failure: ObjectFolderError?
    let isWhole = try source(
      { number in
        isShared = temporary.file.clone(from: number)
        return isShared
      },
      { piece in
        do throws(ObjectFolderError) { try temporary.file.write(piece, at: size) } catch {
          failure = error
          return false
        }
        hash.add(piece)
        size += piece.count
        behind.note(size: size, of: temporary.file)
        return true
      })
    if let failure { throw failure }
    guard isWhole else { return nil }
    let pointer = try isShared ? Self.pointer(to: temporary.file) : Pointer(id: try Hashing.id(hash), size: size)
    guard pointer.size > 0, !holds(pointer) else { return pointer }
    try temporary.file.flush()
    try publish(temporary.path, as: pointer)
    return pointer
  }

  /// Returns the pointer to a cloned file; later writes to the other file do not change the clone.
  private static func pointer(to file: borrowing OpenFile) throws(ObjectFolderError) -> Pointer {
    let size = Int(try file.status().st_size)
    guard let id = try Hashing.id(of: file.number, file.path, size: size) else {
      throw .system(path: file.path, errno: EIO)
    }
    return Pointer(id: id, size: size)
  }

  /// Stores a content that is in memory; writes nothing if the object exists already.
  package func store(_ bytes: [UInt8]) throws(ObjectFolderError) -> Pointer {
    let pointer = try Pointer(hashing: bytes)
    guard bytes.count > 0, !holds(pointer) else { return pointer }
    let temporary = try Temporary(in: self)
    var failure: ObjectFolderError?
    bytes.withUnsafeBytes { buffer in
      do throws(ObjectFolderError) {
        try temporary.file.write(buffer, at: 0)
        try temporary.file.flush()
      } catch { failure = error }
    }
    if let failure { throw failure }
    try publish(temporary.path, as: pointer)
    return pointer
  }

  /// Returns the first bytes of an object; nil if it does not exist here. The hash is not checked.
  package func beginning(of pointer: Pointer, atMost limit: Int) -> [UInt8]? {
    guard let source = try? object(pointer.id) else { return nil }
    var bytes: [UInt8] = []
    while bytes.count < min(limit, pointer.size) {
      let wanted = min(Self.pieceSize, min(limit, pointer.size) - bytes.count)
      let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        count = (try? source.read(into: UnsafeMutableRawBufferPointer(buffer), at: bytes.count)) ?? 0
      }
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// Reads an object piece by piece, and checks size and hash.
  ///
  /// - Parameter take: receives each piece; an error that it throws ends the reading.
  /// - Throws: `.missing`, `.wrongSize`; `.wrongContent` after the last piece if the object was damaged since it was
  ///   stored: the pieces must not be used then. The damaged object is set aside, so that it can be downloaded again.
  package func read(_ pointer: Pointer, _ take: ([UInt8]) throws -> Void) throws {
    if pointer.size == 0 { return }
    let source = try object(pointer.id)
    let size = Int(try source.status().st_size)
    guard size == pointer.size else {
      throw ObjectFolderError.wrongSize(pointer.id, expected: pointer.size, found: size)
    }
    var hash = ContentHash()
    var position = 0
    while position < size {
      var failure: ObjectFolderError?
      let piece = [UInt8](unsafeUninitializedCapacity: min(Self.pieceSize, size - position)) { buffer, count in
        do throws(ObjectFolderError) {
          count = try source.read(into: UnsafeMutableRawBufferPointer(buffer), at: position)
        } catch { failure = error }
      }
      if let failure { throw failure }
      guard !piece.isEmpty else { throw ObjectFolderError.wrongContent(pointer.id) }
      piece.withUnsafeBytes { hash.add($0) }
      position += piece.count
      try take(piece)
    }
    guard try Hashing.id(hash) == pointer.id else {
      setAside(pointer.id)
      throw ObjectFolderError.wrongContent(pointer.id)
    }
  }
}

extension Pointer {
  /// Creates the pointer to a content in memory.
  ///
  /// - Throws: `.system` if hashing fails for lack of memory.
  package init(hashing bytes: [UInt8]) throws(ObjectFolderError) {
    var hash = ContentHash()
    bytes.withUnsafeBytes { hash.add($0) }
    self.init(id: try Hashing.id(hash), size: bytes.count)
  }

  /// Creates the pointer to a content that is passed piece by piece; the content is not stored.
  ///
  /// - Parameter source: passes the pieces; returns whether that was the whole content.
  /// - Returns: nil if it was not.
  package init?(hashing source: (_ take: (UnsafeRawBufferPointer) -> Bool) throws -> Bool) throws {
    var hash = ContentHash()
    var size = 0
    let isWhole = try source { piece in
      hash.add(piece)
      size += piece.count
      return true
    }
    guard isWhole else { return nil }
    self.init(id: try Hashing.id(hash), size: size)
  }
}
