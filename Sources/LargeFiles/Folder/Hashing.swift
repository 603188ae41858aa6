internal import FileSystem

/// Hashes a file piece by piece.
enum Hashing {
  /// Returns the id of a file's first `size` bytes; nil if the file is shorter.
  ///
  /// - Parameter proceed: called with the number of bytes hashed; returning false cancels.
  static func id(
    of number: Int32, _ path: String, size: Int, proceed: (Int) -> Bool = { _ in true }
  ) throws(ObjectFolderError) -> ContentID? {
    var hash = ContentHash()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ObjectFolder.pieceSize, alignment: 4_096)
    defer { buffer.deallocate() }
    var position = 0
    while position < size {
      let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size - position))
      let count = try OpenFile.read(number, path, into: wanted, at: position)
      if count == 0 { return nil }
      hash.add(UnsafeRawBufferPointer(rebasing: wanted[..<count]))
      position += count
      guard proceed(position) else { throw .cancelled }
    }
    return try id(hash)
  }

  /// Returns the id of the bytes that were added to a hash.
  static func id(_ hash: consuming ContentHash) throws(ObjectFolderError) -> ContentID {
    guard let bytes = hash.finish(), let id = ContentID(bytes: bytes) else {
      throw .system(path: "SHA-256", errno: 12)
    }
    return id
  }
}
