/// The name of a git object: the SHA-1 of its header and content (20 bytes, stored inline).
///
/// As a *version token* it names the content that a reader received.
package struct ObjectID: Hashable, Sendable {
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  /// The all-zero id that git uses for "no object".
  package static let zero = ObjectID(high: 0, middle: 0, low: 0)

  /// The id of the empty tree, which every repository knows without storing it.
  package static let emptyTree = ObjectID(high: 0x4b82_5dc6_42cb_6eb9, middle: 0xa060_e54b_f8d6_9288, low: 0xfbee_4904)

  /// The id of the blob with no bytes.
  package static let emptyBlob = ObjectID(high: 0xe69d_e29b_b2d1_d643, middle: 0x4b8b_29ae_775a_d8c2, low: 0xe48c_5391)

  private init(high: UInt64, middle: UInt64, low: UInt32) {
    self.high = high
    self.middle = middle
    self.low = low
  }

  /// Creates an id from its 20 raw bytes; nil for another number of bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 20 else { return nil }
    var high: UInt64 = 0
    var middle: UInt64 = 0
    var low: UInt32 = 0
    for (position, byte) in bytes.enumerated() {
      switch position {
      case 0..<8: high = high << 8 | UInt64(byte)
      case 8..<16: middle = middle << 8 | UInt64(byte)
      default: low = low << 8 | UInt32(byte)
      }
    }
    self.init(high: high, middle: middle, low: low)
  }

  /// Creates an id from the 20 raw bytes at the beginning of a buffer; nil if there are fewer.
  ///
  /// For hot paths: a tree of 100,000 entries is read with it.
  package init?(prefixOf bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 20 else { return nil }
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  /// Parses 40 hexadecimal digits of either case; nil for any other text.
  package init?(hex: some StringProtocol) { self.init(hex: String(hex)) }

  /// Parses 40 hexadecimal digits of either case; nil for any other text.
  package init?(hex: String) {
    var hex = hex
    guard let id = hex.withUTF8({ ObjectID(digits: UnsafeRawBufferPointer($0)) }) else { return nil }
    self = id
  }

  /// Parses 40 hexadecimal digits of either case; nil for any other bytes.
  ///
  /// For hot paths: a list of 100,000 files is read with it.
  package init?(digits: UnsafeRawBufferPointer) {
    guard digits.count == 40 else { return nil }
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    for position in 0..<40 {
      guard let digit = Self.value(ofDigit: digits[position]) else { return nil }
      switch position {
      case 0..<16: words.0 = words.0 << 4 | UInt64(digit)
      case 16..<32: words.1 = words.1 << 4 | UInt64(digit)
      default: words.2 = words.2 << 4 | UInt64(digit)
      }
    }
    self.init(high: words.0, middle: words.1, low: UInt32(truncatingIfNeeded: words.2))
  }

  private static func value(ofDigit character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The first of the 20 raw bytes: the folder of a loose object.
  package var firstByte: UInt8 { UInt8(truncatingIfNeeded: high >> 56) }

  /// The 20 raw bytes, as in tree objects.
  package var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(20)
    for shift in stride(from: 56, through: 0, by: -8) {
      result.append(UInt8(truncatingIfNeeded: high >> UInt64(shift)))
    }
    for shift in stride(from: 56, through: 0, by: -8) {
      result.append(UInt8(truncatingIfNeeded: middle >> UInt64(shift)))
    }
    for shift in stride(from: 24, through: 0, by: -8) { result.append(UInt8(truncatingIfNeeded: low >> UInt32(shift))) }
    return result
  }

  /// Writes the 20 raw bytes to the beginning of a buffer; does nothing if it is shorter.
  package func copyBytes(to buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count >= 20 else { return }
    buffer.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
    buffer.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
    buffer.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
  }

  /// The 40 lower-case hexadecimal digits.
  package var hex: String {
    String(unsafeUninitializedCapacity: 40) { buffer in
      for position in 0..<40 {
        let word =
          switch position {
          case 0..<16: high >> UInt64(60 - 4 * position)
          case 16..<32: middle >> UInt64(124 - 4 * position)
          default: UInt64(low >> UInt32(156 - 4 * position))
          }
        let digit = UInt8(truncatingIfNeeded: word & 15)
        buffer[position] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      }
      return 40
    }
  }
}

extension ObjectID: Comparable {
  /// Orders ids by their bytes, the order that all machines share.
  package static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }
}

extension ObjectID: CustomStringConvertible {
  /// The 40 hexadecimal digits.
  package var description: String { hex }
}

extension ObjectID: Codable {
  /// Decodes the 40 hexadecimal digits.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let id = ObjectID(hex: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an object id: \(text)")
    }
    self = id
  }

  /// Encodes the 40 hexadecimal digits.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
