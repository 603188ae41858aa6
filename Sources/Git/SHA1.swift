/// SHA-1 over bytes: the checksum at the end of git's index.
///
/// libgit2 hashes only whole objects with their header, so the index needs its own. Object ids go through libgit2,
/// which detects collision attacks.
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )

  /// Returns the hash of a buffer's bytes.
  static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var hash = SHA1()
    let whole = bytes.count / 64 * 64
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
      var position = 0
      while position < whole {
        hash.mix(bytes, at: position, schedule)
        position += 64
      }
      var tail = [UInt8](bytes[whole...]) + [0x80]
      while tail.count % 64 != 56 { tail.append(0) }
      let bits = UInt64(bytes.count) * 8
      for shift in stride(from: 56, through: 0, by: -8) {
        tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
      }
      tail.withUnsafeBytes { rest in
        for start in stride(from: 0, to: rest.count, by: 64) { hash.mix(rest, at: start, schedule) }
      }
    }
    return [hash.state.0, hash.state.1, hash.state.2, hash.state.3, hash.state.4].flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  @inline(__always)
  private mutating func mix(
    _ bytes: UnsafeRawBufferPointer, at start: Int, _ schedule: UnsafeMutableBufferPointer<UInt32>
  ) {
    for word in 0..<16 {
      schedule[word] = UInt32(
        bigEndian: bytes.loadUnaligned(fromByteOffset: start &+ word &* 4, as: UInt32.self))
    }
    for word in 16..<80 {
      let mixed = schedule[word &- 3] ^ schedule[word &- 8] ^ schedule[word &- 14] ^ schedule[word &- 16]
      schedule[word] = Self.rotate(mixed, 1)
    }
    var (a, b, c, d, e) = state
    @inline(__always)
    func step(_ f: UInt32, _ constant: UInt32, _ word: Int) {
      let next = Self.rotate(a, 5) &+ f &+ e &+ constant &+ schedule[word]
      (e, d, c, b, a) = (d, c, Self.rotate(b, 30), a, next)
    }
    for word in 0..<20 { step(d ^ (b & (c ^ d)), 0x5A82_7999, word) }
    for word in 20..<40 { step(b ^ c ^ d, 0x6ED9_EBA1, word) }
    for word in 40..<60 { step((b & c) | (d & (b | c)), 0x8F1B_BCDC, word) }
    for word in 60..<80 { step(b ^ c ^ d, 0xCA62_C1D6, word) }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 &- bits) }
}
