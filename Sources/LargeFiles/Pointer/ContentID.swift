/// The name of a large file's content: its SHA-256 (32 bytes, stored inline).
package struct ContentID: Hashable, Sendable {
  private let words: SIMD4<UInt64>

  /// The id of no bytes; git-lfs stores no object for it.
  package static let empty = ContentID(
    words: [0xe3b0_c442_98fc_1c14, 0x9afb_f4c8_996f_b924, 0x27ae_41e4_649b_934c, 0xa495_991b_7852_b855])

  private init(words: SIMD4<UInt64>) { self.words = words }

  /// Reads an id from its 32 raw bytes; nil where there are fewer or more.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words = SIMD4<UInt64>()
    for (position, byte) in bytes.enumerated() { words[position / 8] = words[position / 8] << 8 | UInt64(byte) }
    self.words = words
  }

  /// Reads an id from 64 lower-case hexadecimal digits; nil for any other text: upper case names no file of git-lfs.
  package init?(hex: some Collection<UInt8>) {
    guard hex.count == 64 else { return nil }
    var words = SIMD4<UInt64>()
    for (position, character) in hex.enumerated() {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      default: return nil
      }
      words[position / 16] = words[position / 16] << 4 | UInt64(digit)
    }
    self.words = words
  }

  /// The 64 lower-case hexadecimal digits.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 64) { buffer in
      for position in 0..<64 {
        buffer[position] = digits[Int(words[position / 16] >> UInt64(60 - position % 16 * 4) & 15)]
      }
      return 64
    }
  }
}

extension ContentID: Comparable {
  /// Orders ids by their bytes.
  package static func < (left: ContentID, right: ContentID) -> Bool {
    for position in 0..<4 where left.words[position] != right.words[position] {
      return left.words[position] < right.words[position]
    }
    return false
  }
}

extension ContentID: CustomStringConvertible {
  /// The 64 hexadecimal digits.
  package var description: String { hex }
}
