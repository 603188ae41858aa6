internal import CCrypto

/// SHA-1 by libcrypto: the checksum at the end of git's index and packs, and of large loose objects that are read.
///
/// libgit2 hashes only whole objects with their header. Ids of new objects go through libgit2, which detects collision
/// attacks.
struct SHA1: ~Copyable {
  private let context: UnsafeMutableRawPointer?
  private var isSound: Bool

  /// Starts a hash.
  init() {
    context = ccrypto_begin(1)
    isSound = context != nil
  }

  deinit {
    ccrypto_free(context)
  }

  /// Adds bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    isSound = isSound && ccrypto_add(context, start, bytes.count) == 1
  }

  /// Returns the 20 bytes of the hash; nil if the library failed for lack of memory.
  consuming func finish() -> [UInt8]? {
    guard isSound else { return nil }
    var hash = [UInt8](repeating: 0, count: 20)
    return ccrypto_end(context, &hash) == 1 ? hash : nil
  }

  /// Returns the 20 bytes of the hash of some bytes.
  static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { hash, count in
      ccrypto_sha1(bytes.baseAddress, bytes.count, hash.baseAddress)
      count = 20
    }
  }
}
