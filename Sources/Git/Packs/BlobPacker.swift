internal import CGit2
package import GitObjects

/// Hashes and compresses blobs for a pack, apart from the repository; each thread has its own.
package final class BlobPacker {
  private let deflater: Deflater

  /// Makes a packer.
  ///
  /// - Throws: `.failed` if memory is short, or libgit2 cannot be used.
  package init() throws(ObjectStoreError) {
    try LibGit2.setUp()
    deflater = try Deflater()
  }

  /// Returns a content of less than 2 GiB as a pack stores it.
  ///
  /// - Throws: `.failed` if it cannot be compressed.
  package func pack(_ content: [UInt8]) throws(ObjectStoreError) -> PackableBlob {
    let id = content.withUnsafeBytes { LibGit2.id(of: .blob, $0) }
    var entry: [UInt8] = []
    let checksum = try deflater.appendEntry(.blob, content, to: &entry)
    return PackableBlob(id: id, entry: entry, checksum: checksum)
  }
}

extension Deflater {
  /// Appends an object as a pack stores it, and returns the checksum of what was appended.
  ///
  /// - Throws: `.failed` if zlib fails.
  func appendEntry(
    _ kind: ObjectKind, _ content: [UInt8], to pack: inout [UInt8]
  ) throws(ObjectStoreError) -> UInt32 {
    let start = pack.count
    // The kind and the four lowest bits of the length, then seven bits a byte; the top bit means that more follow.
    var rest = content.count >> 4
    var byte = kind.packNumber << 4 | UInt8(content.count & 0x0f)
    while rest > 0 {
      pack.append(byte | 0x80)
      byte = UInt8(rest & 0x7f)
      rest >>= 7
    }
    pack.append(byte)
    try append(content, to: &pack)
    let checksum = pack.withUnsafeBufferPointer { buffer in
      crc32(0, buffer.baseAddress.map { $0 + start }, UInt32(buffer.count - start))
    }
    return UInt32(truncatingIfNeeded: checksum)
  }
}
