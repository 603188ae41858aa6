import GitObjects

/// SHA-1, so that ids in tests are git's, and a quicker one where they need not be.
enum Digest {
  static func sha1(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: (UInt64(message.count) * 8) >> UInt64(shift)))
    }
    var words = [UInt32](repeating: 0, count: 80)
    for start in stride(from: 0, to: padded.count, by: 64) {
      for i in 0..<16 {
        words[i] = padded[(start + 4 * i)..<(start + 4 * i + 4)].reduce(0) { $0 << 8 | UInt32($1) }
      }
      for i in 16..<80 { words[i] = turn(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1) }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for i in 0..<80 {
        let (f, k): (UInt32, UInt32) =
          switch i {
          case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
          case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        (a, b, c, d, e) = (turn(a, 5) &+ f &+ e &+ k &+ words[i], a, turn(b, 30), c, d)
      }
      for (i, value) in [a, b, c, d, e].enumerated() { state[i] = state[i] &+ value }
    }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  private static func turn(_ value: UInt32, _ bits: UInt32) -> UInt32 { value << bits | value >> (32 - bits) }

  /// An id that no other content of a small test has.
  static func quick(_ kind: ObjectKind, _ content: [UInt8]) -> ObjectID {
    var high: UInt64 = 0xcbf2_9ce4_8422_2325
    var low = UInt64(kind.rawValue.utf8.count &+ content.count) &* 0x9E37_79B9_7F4A_7C15
    content.withUnsafeBufferPointer { bytes in
      for byte in bytes {
        high = (high ^ UInt64(byte)) &* 0x100_0000_01b3
        low = (low &+ UInt64(byte)) &* 0xBF58_476D_1CE4_E5B9
        low ^= low >> 29
      }
    }
    high ^= high >> 32
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian, UInt32(content.count).bigEndian)) { parts in
      ObjectID(prefixOf: parts) ?? .zero
    }
  }
}
