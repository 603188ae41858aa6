/// The reason why a text is rejected as JSON.
package enum JSONFault: Error, Hashable, Sendable {
  /// The text violates the grammar at this byte.
  case syntax(at: Int)
  /// The nesting exceeds the limit.
  case tooDeep
  /// A name occurs twice in one object, so that its meaning is ambiguous.
  case nameTwice(String)
}

extension JSONFault: CustomStringConvertible {
  /// The error as a sentence, for the sender of the text.
  package var description: String {
    switch self {
    case .syntax(let offset): "This is no JSON (RFC 8259): see byte \(offset)."
    case .tooDeep: "This JSON is nested deeper than \(JSONReader.depth) levels."
    case .nameTwice(let name): "The name \"\(name)\" occurs twice in one object."
    }
  }
}

/// The extensions to the JSON of RFC 8259 that a text may have.
package struct JSONGrammar: OptionSet, Sendable {
  /// The bits of the set.
  package let rawValue: Int

  /// Makes a grammar from its bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// A byte order mark before the value, at the beginning of the text.
  package static let byteOrderMark = JSONGrammar(rawValue: 1)
  /// Comments and a comma after the last member, as in the settings of editors (JSONC).
  package static let comments = JSONGrammar(rawValue: 2)
}

/// A parser that returns JSON values as ranges.
struct JSONReader {
  /// The largest depth of nesting.
  static let depth = 128

  private let text: [UInt8]
  private let end: Int
  private let allowsComments: Bool
  private var position: Int

  /// Makes a parser for a part of a text.
  init(_ text: [UInt8], in range: Range<Int>, _ grammar: JSONGrammar) {
    self.text = text
    end = range.upperBound
    position = range.lowerBound
    allowsComments = grammar.contains(.comments)
    if grammar.contains(.byteOrderMark), position == 0 { position = min(ByteOrderMark.length(in: text), end) }
  }

  /// Parses the only value.
  mutating func whole() throws(JSONFault) -> JSONNode {
    skipSpace()
    let node = try value(depth: 0)
    skipSpace()
    guard position == end else { throw .syntax(at: position) }
    return node
  }

  private mutating func value(depth: Int) throws(JSONFault) -> JSONNode {
    guard depth < Self.depth else { throw .tooDeep }
    guard position < end else { throw .syntax(at: position) }
    let start = position
    switch text[position] {
    case UInt8(ascii: "{"): return try members(.object, closing: UInt8(ascii: "}"), depth: depth)
    case UInt8(ascii: "["): return try members(.array, closing: UInt8(ascii: "]"), depth: depth)
    case UInt8(ascii: "\""):
      try skipString()
      return JSONNode(.string, start..<position)
    case UInt8(ascii: "t"): try skip("true")
    case UInt8(ascii: "f"): try skip("false")
    case UInt8(ascii: "n"): try skip("null")
    default:
      try skipNumber()
      return JSONNode(.number, start..<position)
    }
    return JSONNode(.word, start..<position)
  }

  private mutating func members(_ kind: JSONNode.Kind, closing: UInt8, depth: Int) throws(JSONFault) -> JSONNode {
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
        guard position < end, text[position] == UInt8(ascii: "\"") else { throw .syntax(at: position) }
        try skipString()
        name = nameStart..<position
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw .syntax(at: position) }
        skipSpace()
      }
      members.append(JSONNode.Member(start: memberStart, name: name, value: try value(depth: depth + 1)))
      skipSpace()
      if take(closing) { return JSONNode(kind, start..<position, members) }
      guard take(UInt8(ascii: ",")) else { throw .syntax(at: position) }
      memberStart = position
      skipSpace()
      if allowsComments, take(closing) { return JSONNode(kind, start..<position, members) }
    }
  }

  private mutating func skip(_ word: StaticString) throws(JSONFault) {
    let matches = word.withUTF8Buffer { word in text[position..<end].starts(with: word) }
    guard matches else { throw .syntax(at: position) }
    position += word.utf8CodeUnitCount
  }

  private mutating func skipNumber() throws(JSONFault) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try skipDigits() }
    if take(UInt8(ascii: ".")) { try skipDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(JSONFault) {
    let start = position
    while position < end, (0x30...0x39).contains(text[position]) { position += 1 }
    guard position > start else { throw .syntax(at: position) }
  }

  private mutating func skipString() throws(JSONFault) {
    position += 1
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return
      }
      guard byte >= 0x20 else { throw .syntax(at: position) }
      if byte == UInt8(ascii: "\\") { try skipEscape() } else { position += 1 }
    }
    throw .syntax(at: position)
  }

  private mutating func skipEscape() throws(JSONFault) {
    position += 1
    guard position < end else { throw .syntax(at: position) }
    switch text[position] {
    case UInt8(ascii: "u"):
      guard position + 5 <= end, text[(position + 1)..<(position + 5)].allSatisfy({ JSONString.digit($0) != nil })
      else {
        throw .syntax(at: position)
      }
      position += 5
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    default: throw .syntax(at: position)
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, text[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < end {
      if Self.isSpace(text[position]) { position += 1 } else if !allowsComments || !skipComment() { return }
    }
  }

  /// Skips a comment; returns false if there is none, or if it has no end.
  private mutating func skipComment() -> Bool {
    let rest = text[position..<end]
    if rest.starts(with: "//".utf8) {
      position = rest.firstIndex(of: 0x0A) ?? end
      return true
    }
    guard rest.starts(with: "/*".utf8) else { return false }
    var close = position + 2
    while close < end, !text[close..<end].starts(with: "*/".utf8) { close += 1 }
    guard close < end else { return false }
    position = close + 2
    return true
  }

  /// Returns whether a byte is JSON whitespace.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
