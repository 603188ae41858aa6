/// The decoded text in which secrets are searched. Pure.
enum SecretText {
  /// The first bytes of a gzip file.
  static let gzipBeginning: [UInt8] = [0x1F, 0x8B, 8]

  /// Returns a text as UTF-8 without escapes and invisible characters; the line structure is kept.
  static func plain(of bytes: [UInt8]) -> [UInt8] {
    guard let width = width(of: bytes) else { return SecretEscapes.removed(from: bytes) }
    let units = stride(from: 0, through: bytes.count - width.bytes, by: width.bytes).map { start in
      (0..<width.bytes).reduce(UInt32(0)) { unit, index in
        unit << 8 | UInt32(bytes[start + (width.isBigEndian ? index : width.bytes - 1 - index)])
      }
    }
    let text =
      width.bytes == 2
      ? String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
      : String(decoding: units, as: UTF32.self)
    return SecretEscapes.removed(from: Array(text.utf8))
  }

  /// Returns the line number of an offset, counted from 1.
  static func line(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    1 + text[..<offset].count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns whether bytes that follow each other are text: ASCII or longer characters, no control characters.
  static func isText(_ byte: UInt8) -> Bool {
    byte > 0x7F || (0x20..<0x7F).contains(byte) || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The size of the units of UTF-16 or UTF-32, and their order.
  struct Width: Hashable {
    /// The bytes of a unit: 2 or 4.
    let bytes: Int
    /// Whether the high byte is first.
    let isBigEndian: Bool
  }

  private static let marks: [(mark: [UInt8], width: Width)] = [
    ([0xFF, 0xFE, 0, 0], Width(bytes: 4, isBigEndian: false)),
    ([0, 0, 0xFE, 0xFF], Width(bytes: 4, isBigEndian: true)),
    ([0xFF, 0xFE], Width(bytes: 2, isBigEndian: false)), ([0xFE, 0xFF], Width(bytes: 2, isBigEndian: true)),
  ]

  /// Returns the units of a text in UTF-16 or UTF-32; nil for any other text.
  ///
  /// They are recognized by a byte order mark, or by zeros in the same places of most units of the beginning.
  static func width(of bytes: [UInt8]) -> Width? {
    guard bytes.count >= 2 else { return nil }
    if let marked = marks.first(where: { bytes.starts(with: $0.mark) }) { return marked.width }
    let beginning = bytes.prefix(64)
    guard beginning.count >= 16, beginning.contains(0) else { return nil }
    return marks.map(\.width).first { width in
      let units = beginning.count / width.bytes
      let low = width.isBigEndian ? width.bytes - 1 : 0
      let narrow = (0..<units).count { unit in
        (0..<width.bytes).allSatisfy { (beginning[unit * width.bytes + $0] == 0) == ($0 != low) }
      }
      let lowIsZero = (0..<units).contains { beginning[$0 * width.bytes + low] == 0 }
      return narrow * 4 >= units * 3 && !lowIsZero
    }
  }
}
