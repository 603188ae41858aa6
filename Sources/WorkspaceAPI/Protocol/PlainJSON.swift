/// Goes over the bytes of JSON as Stet's own programs write it: without blanks, and where nothing is escaped.
///
/// `Codable` looks up dozens of conformances at its first use and is slow for long lists. What is not plain is left to it.
package struct PlainJSON {
  /// All of it.
  package let bytes: UnsafeBufferPointer<UInt8>
  /// Where it goes on.
  package var position = 0

  /// Begins at the start; the bytes stay where they are for as long as this value is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether all was read.
  package var isAtEnd: Bool { position == bytes.count }

  /// Takes one sign; false where another stands there.
  package mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  /// Takes a text and answers what stands between its signs; nil where there is none, or something in it is escaped.
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

  /// Appends a text between its signs, as `JSONEncoder` writes it without escaped slashes.
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
