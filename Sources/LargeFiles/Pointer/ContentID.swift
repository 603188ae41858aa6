/// The name of a large file's content: its SHA-256 (32 bytes, stored inline).
package struct ContentID: Hashable, Sendable {
  // Four words and no vector: a vector's alignment of 32 bytes makes async functions write beyond their frames, which
  // the runtime aligns to 16 (seen with Swift 6.3.1 by the address sanitizer).
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  /// Makes an id of its four words, the first bytes first.
  package init(words first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
  }

  /// The id of no bytes; git-lfs stores no object for it.
  package static let empty = ContentID([
    0xe3b0_c442_98fc_1c14, 0x9afb_f4c8_996f_b924, 0x27ae_41e4_649b_934c, 0xa495_991b_7852_b855,
  ])

  private init(_ words: [UInt64]) { (first, second, third, fourth) = (words[0], words[1], words[2], words[3]) }

  private var words: [UInt64] { [first, second, third, fourth] }

  /// Reads an id from its 32 raw bytes; nil where there are fewer or more.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (position, byte) in bytes.enumerated() { words[position / 8] = words[position / 8] << 8 | UInt64(byte) }
    self.init(words)
  }

  /// The 32 raw bytes.
  package var bytes: [UInt8] {
    words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - $0 * 8)) } }
  }

  /// Reads an id from 64 lower-case hexadecimal digits; nil for any other text: upper case names no file of git-lfs.
  package init?(hex: some Collection<UInt8>) {
    guard hex.count == 64 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (position, character) in hex.enumerated() {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      default: return nil
      }
      words[position / 16] = words[position / 16] << 4 | UInt64(digit)
    }
    self.init(words)
  }

  /// The 64 lower-case hexadecimal digits.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    let words = words
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
    (left.first, left.second, left.third, left.fourth) < (right.first, right.second, right.third, right.fourth)
  }
}

extension ContentID: CustomStringConvertible {
  /// The 64 hexadecimal digits.
  package var description: String { hex }
}
