/// The text of JSON: escapes are replaced by their letters, the lines stay. Pure.
enum JSONText {
  /// Returns the text; bytes that are not JSON are kept.
  static func plain(_ content: [UInt8]) -> [UInt8] {
    guard content.contains(UInt8(ascii: "\\")) else { return content }
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var index = 0
    while index < content.count {
      guard content[index] == UInt8(ascii: "\\"), index + 1 < content.count else {
        text.append(content[index])
        index += 1
        continue
      }
      switch content[index + 1] {
      case UInt8(ascii: "u"):
        let (letters, length) = letter(in: content, at: index)
        text += letters
        index += length
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        text.append(content[index + 1])
        index += 2
      case UInt8(ascii: "\n"):
        text.append(UInt8(ascii: "\\"))
        index += 1
      default:
        text.append(UInt8(ascii: " "))
        index += 2
      }
    }
    return text
  }

  /// Returns the letter of `\u00e9`, or of a pair of surrogates, with the length of the escape.
  private static func letter(in content: [UInt8], at start: Int) -> (letters: [UInt8], length: Int) {
    guard let first = unit(in: content, at: start) else { return ([UInt8(ascii: " ")], 2) }
    var (value, length) = (first, 6)
    if (0xD800..<0xDC00).contains(first), let second = unit(in: content, at: start + 6),
      (0xDC00..<0xE000).contains(second)
    {
      value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
      length = 12
    }
    guard value > 31, let scalar = Unicode.Scalar(value) else { return ([UInt8(ascii: " ")], length) }
    return (Array(String(Character(scalar)).utf8), length)
  }

  private static func unit(in content: [UInt8], at start: Int) -> UInt32? {
    guard start + 6 <= content.count, content[start] == UInt8(ascii: "\\"), content[start + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt32(String(decoding: content[(start + 2)..<(start + 6)], as: UTF8.self), radix: 16)
  }
}
