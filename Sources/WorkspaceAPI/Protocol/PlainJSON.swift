/// A reader for the bytes of JSON as Stet's own programs write it: without blanks and without escapes.
///
/// `Codable` looks up dozens of conformances at its first use and is slow for long lists. It reads everything else.
package struct PlainJSON {
  /// The whole text.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the next byte.
  package var position = 0

  /// Starts at the beginning; the bytes must stay valid while this value is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { position == bytes.count }

  /// Reads one character; returns false if the next one differs.
  package mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  /// Reads a string and returns the bytes between its quotes; nil if there is none, or it has an escape.
  package mutating func text() -> UnsafeBufferPointer<UInt8>? {
    guard take("\"") else { return nil }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      guard bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\\") else { return nil }
      position += 1
    }
    let end = position
    return take("\"") ? UnsafeBufferPointer(rebasing: bytes[start..<end]) : nil
  }

  /// Appends a string in quotes, as `JSONEncoder` writes it without escaped slashes.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { text in
      if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes.append(contentsOf: text)
      } else {
        for byte in text { append(byte, to: &bytes) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
    case 8: bytes.append(contentsOf: "\\b".utf8)
    case 9: bytes.append(contentsOf: "\\t".utf8)
    case 10: bytes.append(contentsOf: "\\n".utf8)
    case 12: bytes.append(contentsOf: "\\f".utf8)
    case 13: bytes.append(contentsOf: "\\r".utf8)
    case 0..<0x20:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: (digits.utf8.count == 1 ? "\\u000" : "\\u00").utf8)
      bytes.append(contentsOf: digits.utf8)
    default: bytes.append(byte)
    }
  }
}
