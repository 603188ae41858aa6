internal import CCrypto

/// SHA-256 over bytes as they come, by libcrypto: some 1.7 GB/s where the processor has instructions for it.
///
/// `@unchecked Sendable`: the context is used by whoever owns the value, and a value that cannot be copied has one owner.
package struct ContentHash: ~Copyable, @unchecked Sendable {
  private let context: UnsafeMutableRawPointer?
  private var isSound: Bool

  /// Begins a hash.
  package init() {
    context = ccrypto_sha256_begin()
    isSound = context != nil
  }

  deinit {
    ccrypto_sha256_free(context)
  }

  /// Adds bytes.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    isSound = isSound && ccrypto_sha256_add(context, start, bytes.count) == 1
  }

  /// The 32 bytes of the hash; nil where the library failed, for want of memory.
  package consuming func finish() -> [UInt8]? {
    guard isSound else { return nil }
    var hash = [UInt8](repeating: 0, count: 32)
    return ccrypto_sha256_end(context, &hash) == 1 ? hash : nil
  }
}
