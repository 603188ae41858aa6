/// Text in UTF-16, which is merged as UTF-8 and written back in its own encoding.
enum TextEncoding {
  /// The byte order, given by the mark at the beginning.
  enum Order: Hashable {
    case little
    case big
  }

  /// Returns the byte order of a text; nil without a mark of UTF-16 (a mark of UTF-32 does not count).
  static func order(_ text: [UInt8]) -> Order? {
    if text.starts(with: [0xFF, 0xFE]) { return text.starts(with: [0xFF, 0xFE, 0, 0]) ? nil : .little }
    return text.starts(with: [0xFE, 0xFF]) ? .big : nil
  }

  /// Returns the text as UTF-8 with its mark; nil if the result could not be converted back to the same bytes.
  static func utf8(_ text: [UInt8], _ order: Order) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 0, to: text.count, by: 2).map { index in
      order == .little
        ? UInt16(text[index]) | UInt16(text[index + 1]) << 8 : UInt16(text[index]) << 8 | UInt16(text[index + 1])
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// Returns UTF-8 text as UTF-16 in a byte order.
  static func encoded(_ text: [UInt8], _ order: Order) -> [UInt8] {
    String(decoding: text, as: UTF8.self).utf16.flatMap { unit in
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
      return order == .little ? [low, high] : [high, low]
    }
  }
}
