/// Reads JSON as RFC 8259 has it, and nothing else: no comments, no trailing commas, no byte order mark.
struct JSONParser {
  /// How deep values may be nested.
  static let depth = 128

  private let text: [UInt8]
  private var position = 0
  /// Whether a text held half a surrogate pair (`\ud800`), which no text can hold; it stands as U+FFFD.
  private(set) var metHalfPair = false

  /// A parser of a text.
  init(_ text: [UInt8]) {
    self.text = text
  }

  /// The one value that there is.
  mutating func whole() throws(JSONFault) -> JSONValue {
    skipSpace()
    let value = try value(depth: 0)
    skipSpace()
    guard position == text.count else { throw .syntax(at: position) }
    return value
  }

  private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
    guard depth < Self.depth else { throw .tooDeep }
    guard position < text.count else { throw .syntax(at: position) }
    switch text[position] {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
    var members: [JSONMember] = []
    var names: Set<[UInt8]> = []
    position += 1
    skipSpace()
    if take("}") { return .object([]) }
    while true {
      guard position < text.count, text[position] == UInt8(ascii: "\"") else { throw .syntax(at: position) }
      let name = try string()
      guard names.insert(Array(name.utf8)).inserted else { throw .nameTwice(name) }
      skipSpace()
      guard take(":") else { throw .syntax(at: position) }
      skipSpace()
      members.append(JSONMember(name: name, value: try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw .syntax(at: position) }
      skipSpace()
    }
  }

  private mutating func array(depth: Int) throws(JSONFault) -> JSONValue {
    var elements: [JSONValue] = []
    position += 1
    skipSpace()
    if take("]") { return .array([]) }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw .syntax(at: position) }
      skipSpace()
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    for byte in word.description.utf8 {
      guard position < text.count, text[position] == byte else { throw .syntax(at: position) }
      position += 1
    }
    return value
  }

  private mutating func number() throws(JSONFault) -> String {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: text[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(JSONFault) {
    let start = position
    while position < text.count, (0x30...0x39).contains(text[position]) { position += 1 }
    guard position > start else { throw .syntax(at: position) }
  }

  private mutating func string() throws(JSONFault) -> String {
    let opening = position
    position += 1
    var clean = position
    var bytes: [UInt8] = []
    while position < text.count {
      let byte = text[position]
      if byte == UInt8(ascii: "\"") {
        bytes.append(contentsOf: text[clean..<position])
        position += 1
        guard let string = String(validating: bytes, as: UTF8.self) else { throw .syntax(at: opening) }
        return string
      }
      guard byte >= 0x20 else { throw .syntax(at: position) }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      bytes.append(contentsOf: text[clean..<position])
      position += 1
      bytes.append(contentsOf: try escaped())
      clean = position
    }
    throw .syntax(at: position)
  }

  /// The bytes that an escape stands for; the position is behind the backslash.
  private mutating func escaped() throws(JSONFault) -> [UInt8] {
    guard position < text.count else { throw .syntax(at: position) }
    let byte = text[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
    default: throw .syntax(at: position - 1)
    }
  }

  private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let behind = position
    if first < 0xDC00, take("\\"), take("u") {
      let second = try unit()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
      {
        return scalar
      }
    }
    position = behind
    metHalfPair = true
    return "\u{FFFD}"
  }

  private mutating func unit() throws(JSONFault) -> UInt32 {
    guard position + 4 <= text.count else { throw .syntax(at: text.count) }
    var unit: UInt32 = 0
    for byte in text[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { throw .syntax(at: position) }
      unit = unit << 4 | UInt32(digit)
    }
    position += 4
    return unit
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard position < text.count, UInt32(text[position]) == sign.value else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }
}
