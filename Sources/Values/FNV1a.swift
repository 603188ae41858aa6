/// The 64-bit FNV-1a hash by Fowler, Noll and Vo (RFC 9923): the same in each run and on each machine, as Swift's own
/// hash is not. It does not resist deliberate collisions.
///
/// Names on disk and at remotes contain it, so its results must never change.
@usableFromInline
package struct FNV1a: Sendable {
  /// The hash of the bytes so far.
  @usableFromInline package var value: UInt64

  /// Starts with the hash of no bytes.
  @inlinable
  package init() { value = 0xcbf2_9ce4_8422_2325 }

  /// Hashes bytes.
  @inlinable
  package init(_ bytes: some Sequence<UInt8>) {
    self.init()
    for byte in bytes { add(byte) }
  }

  // Inlinable: other modules call it for each byte of a content.
  /// Adds a byte.
  @inlinable
  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
}
