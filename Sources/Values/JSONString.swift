/// The encoding and decoding of JSON strings.
package enum JSONString {
  /// Returns the text of a string in quotes, and whether it had an unpaired surrogate (`\ud800`), which becomes U+FFFD
  /// because no text can contain it. Returns nil for invalid UTF-8.
  ///
  /// - Parameter quoted: the string as a parser accepted it, including the quotes.
  package static func decode(_ quoted: ArraySlice<UInt8>) -> (text: String, hasHalfPair: Bool)? {
    let inner = quoted.dropFirst().dropLast()
    guard let first = inner.firstIndex(of: UInt8(ascii: "\\")) else {
      return String(validating: inner, as: UTF8.self).map { ($0, false) }
    }
    var bytes = Array(inner[..<first])
    bytes.reserveCapacity(inner.count)
    var hasHalfPair = false
    var rest = inner[first...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = Self.scalar(&rest)
        if scalar == nil { hasHalfPair = true }
        bytes.append(contentsOf: String(Character(scalar ?? "\u{FFFD}")).utf8)
      default: bytes.append(escape)
      }
    }
    return String(validating: bytes, as: UTF8.self).map { ($0, hasHalfPair) }
  }

  /// Parses the four digits of an escape, and those of the second half of a surrogate pair; returns nil for an unpaired
  /// surrogate.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    let first = unit(&rest)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, rest.starts(with: "\\u".utf8) else { return nil }
    var behind = rest.dropFirst(2)
    let second = unit(&behind)
    guard (0xDC00..<0xE000).contains(second) else { return nil }
    rest = behind
    return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 4 | (digit($1) ?? 0) }
  }

  /// Returns the value of a hexadecimal digit; nil for another byte.
  static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  /// Returns a text as a JSON string.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a text as a JSON string, which contains no newline.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { source in
      var clean = 0
      for (index, byte) in source.enumerated()
      where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(contentsOf: source[clean..<index])
        clean = index + 1
        append(escaped: byte, to: &bytes)
      }
      bytes.append(contentsOf: source[clean...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    default: bytes.append(contentsOf: [UInt8(ascii: "u"), 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }
  }
}
