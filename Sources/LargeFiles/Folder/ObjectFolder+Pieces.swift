internal import FileSystem
internal import Glibc

extension ObjectFolder {
  /// Takes a content in that is handed over piece by piece: hashed while it is written, flushed, then given its name.
  ///
  /// Where the file system can, the object shares the file's blocks, and only the hashing reads them.
  ///
  /// - Parameter source: offers the open file to `share`, and where that cannot share it hands the pieces over, from the
  ///   first to the last, until told not to go on; answers whether that was all of the content.
  /// - Returns: the pointer to it; nil where `source` said that it was not all. Nothing is left of it then.
  /// - Throws: `ObjectFolderError`, and what `source` throws.
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

  /// The pointer to what a file shares, which stays as it is whatever is written to the other.
  private static func pointer(to file: borrowing OpenFile) throws(ObjectFolderError) -> Pointer {
    let size = Int(try file.status().st_size)
    guard let id = try Hashing.id(of: file.number, file.path, size: size) else {
      throw .system(path: file.path, errno: EIO)
    }
    return Pointer(id: id, size: size)
  }

  /// Takes a content in that is in memory; nothing is written where it is here already.
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

  /// The first bytes of an object; nil where it is not here. They are not compared with its hash.
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

  /// Hands an object over in pieces and compares size and hash while it does.
  ///
  /// - Parameter take: gets each piece; what it throws ends the reading.
  /// - Throws: `.missing`, `.wrongSize`; `.wrongContent` after the last piece where the object was damaged since it came:
  ///   what was handed over is nothing that anybody may see. The object is set aside then, so that it can come again.
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
  /// The pointer to a content in memory.
  ///
  /// - Throws: `.system` where the hashing fails for want of memory.
  package init(hashing bytes: [UInt8]) throws(ObjectFolderError) {
    var hash = ContentHash()
    bytes.withUnsafeBytes { hash.add($0) }
    self.init(id: try Hashing.id(hash), size: bytes.count)
  }

  /// The pointer to a content that is handed over piece by piece, of which nothing is kept.
  ///
  /// - Parameter source: hands the pieces over; answers whether that was all of the content.
  /// - Returns: nil where it was not.
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
