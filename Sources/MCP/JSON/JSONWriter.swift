/// Writes JSON on one line: no newline stands in what it makes, whatever the texts hold.
struct JSONWriter {
  /// What is written so far.
  private(set) var bytes: [UInt8] = []

  private static let digits = Array("0123456789abcdef".utf8)

  /// Writes a value.
  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let truth): bytes.append(contentsOf: (truth ? "true" : "false").utf8)
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): append(quoted: text)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(quoted: member.name)
        bytes.append(UInt8(ascii: ":"))
        append(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func append(quoted text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { source in
      var clean = 0
      for (index, byte) in source.enumerated()
      where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(contentsOf: source[clean..<index])
        clean = index + 1
        append(escaped: byte)
      }
      bytes.append(contentsOf: source[clean...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(contentsOf: [
        UInt8(ascii: "u"), 0x30, 0x30, Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)],
      ])
    }
  }
}
