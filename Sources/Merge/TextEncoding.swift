/// Text of two bytes a character, which is merged as UTF-8 and written back as it was.
enum TextEncoding {
  /// Big or little end first, by the mark at the beginning.
  enum Order: Hashable {
    case little
    case big
  }

  /// How a text is encoded; nil where it has no mark of UTF-16 (one of UTF-32 is none).
  static func order(_ text: [UInt8]) -> Order? {
    if text.starts(with: [0xFF, 0xFE]) { return text.starts(with: [0xFF, 0xFE, 0, 0]) ? nil : .little }
    return text.starts(with: [0xFE, 0xFF]) ? .big : nil
  }

  /// The text as UTF-8, its mark among it; nil where that could not be turned back into the same bytes.
  static func utf8(_ text: [UInt8], _ order: Order) -> [UInt8]? {
    guard text.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 0, to: text.count, by: 2).map { index in
      order == .little
        ? UInt16(text[index]) | UInt16(text[index + 1]) << 8 : UInt16(text[index]) << 8 | UInt16(text[index + 1])
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }

  /// UTF-8 in another encoding.
  static func encoded(_ text: [UInt8], _ order: Order) -> [UInt8] {
    String(decoding: text, as: UTF8.self).utf16.flatMap { unit in
      let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
      return order == .little ? [low, high] : [high, low]
    }
  }
}
