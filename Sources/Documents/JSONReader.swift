/// Reads JSON (RFC 8259) into places.
struct JSONReader {
  private let text: [UInt8]
  private let end: Int
  private var position: Int

  /// How deep values may be nested.
  private static let depth = 100

  init(text: [UInt8], range: Range<Int>) {
    self.text = text
    end = range.upperBound
    position = range.lowerBound
    if range.lowerBound == 0, text.starts(with: [0xEF, 0xBB, 0xBF]) { position = min(3, end) }
  }

  /// The one value that there is.
  mutating func whole() -> JSONNode? {
    skipSpace()
    guard let node = value(depth: 0) else { return nil }
    skipSpace()
    return position == end ? node : nil
  }

  private mutating func value(depth: Int) -> JSONNode? {
    guard position < end, depth < Self.depth else { return nil }
    let start = position
    switch text[position] {
    case UInt8(ascii: "{"): return members(.object, closing: UInt8(ascii: "}"), depth: depth)
    case UInt8(ascii: "["): return members(.array, closing: UInt8(ascii: "]"), depth: depth)
    case UInt8(ascii: "\""): return string() ? JSONNode(.scalar, start..<position) : nil
    default: return literal() ? JSONNode(.scalar, start..<position) : nil
    }
  }

  private mutating func members(_ kind: JSONNode.Kind, closing: UInt8, depth: Int) -> JSONNode? {
    let start = position
    var members: [JSONNode.Member] = []
    position += 1
    var memberStart = position
    skipSpace()
    if take(closing) { return JSONNode(kind, start..<position) }
    while true {
      var name: Range<Int>?
      if kind == .object {
        let nameStart = position
        guard position < end, text[position] == UInt8(ascii: "\""), string() else { return nil }
        name = nameStart..<position
        skipSpace()
        guard take(UInt8(ascii: ":")) else { return nil }
        skipSpace()
      }
      guard let value = value(depth: depth + 1) else { return nil }
      members.append(JSONNode.Member(start: memberStart, name: name, value: value))
      skipSpace()
      if take(closing) { return JSONNode(kind, start..<position, members) }
      guard take(UInt8(ascii: ",")) else { return nil }
      memberStart = position
      skipSpace()
    }
  }

  /// Passes a string in quotes.
  private mutating func string() -> Bool {
    position += 1
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return true
      }
      if byte < 0x20 { return false }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return false
  }

  private mutating func literal() -> Bool {
    let start = position
    while position < end, Self.isLiteral(text[position]) { position += 1 }
    let word = text[start..<position]
    if ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) { return true }
    let digits = word.drop { $0 == UInt8(ascii: "-") }
    guard let first = digits.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return Double(String(decoding: word, as: UTF8.self)) != nil
  }

  private static func isLiteral(_ byte: UInt8) -> Bool {
    let folded = byte | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(folded) || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < end, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
  }
}
