/// The name of a large file's content: its SHA-256 (32 bytes, stored inline).
package struct ContentID: Hashable, Sendable {
  // Four words instead of a vector: a vector's alignment of 32 bytes makes async functions write beyond their frames,
  // because the runtime aligns those to 16 (seen with Swift 6.3.1 by the address sanitizer).
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  /// Creates an id from its four words, the first bytes first.
  package init(words first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    (self.first, self.second, self.third, self.fourth) = (first, second, third, fourth)
  }

  /// The id of an empty content; git-lfs stores no object for it.
  package static let empty = ContentID([
    0xe3b0_c442_98fc_1c14, 0x9afb_f4c8_996f_b924, 0x27ae_41e4_649b_934c, 0xa495_991b_7852_b855,
  ])

  private init(_ words: [UInt64]) { (first, second, third, fourth) = (words[0], words[1], words[2], words[3]) }

  private var words: [UInt64] { [first, second, third, fourth] }

  /// Creates an id from its 32 raw bytes; nil for another number of bytes.
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

  /// Parses 64 lower-case hexadecimal digits; nil for any other text. git-lfs has no file names in upper case.
  package init?(hex: some Collection<UInt8>) {
    if let id = hex.withContiguousStorageIfAvailable({ Self(digits: $0) }) {
      guard let id else { return nil }
      self = id
    } else {
      guard let id = Array(hex).withUnsafeBufferPointer({ Self(digits: $0) }) else { return nil }
      self = id
    }
  }

  private init?(digits: UnsafeBufferPointer<UInt8>) {
    guard digits.count == 64 else { return nil }
    func word(_ start: Int) -> UInt64? {
      var word: UInt64 = 0
      for character in digits[start..<(start + 16)] {
        let digit: UInt8
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
        default: return nil
        }
        word = word << 4 | UInt64(digit)
      }
      return word
    }
    guard let first = word(0), let second = word(16), let third = word(32), let fourth = word(48) else { return nil }
    self.init(words: first, second, third, fourth)
  }

  /// The 64 lower-case hexadecimal digits.
  package var hex: String {
    String(unsafeUninitializedCapacity: 64) { buffer in
      func put(_ word: UInt64, at start: Int) {
        for position in 0..<16 {
          let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - position * 4) & 15)
          buffer[start + position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
        }
      }
      put(first, at: 0)
      put(second, at: 16)
      put(third, at: 32)
      put(fourth, at: 48)
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
