internal import CCrypto

/// SHA-1 by libcrypto: the checksum at the end of git's index and packs.
///
/// libgit2 hashes only whole objects with their header, so the index needs its own. Object ids go through libgit2,
/// which detects collision attacks.
enum SHA1 {
  /// Returns the 20 bytes of the hash.
  static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { hash, count in
      ccrypto_sha1(bytes.baseAddress, bytes.count, hash.baseAddress)
      count = 20
    }
  }
}
