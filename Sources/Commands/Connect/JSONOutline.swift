/// The parts of a JSON text with their places, so that it can be changed without being written anew. Pure.
struct JSONOutline {
  /// What a value is.
  indirect enum Kind {
    /// An object: its members in order, each with where its name begins.
    case object([(name: String, start: Int, value: JSONOutline)])
    /// A list.
    case array([JSONOutline])
    /// A text, its escapes left as they are.
    case text(String)
    /// A number, `true`, `false` or `null`.
    case plain
  }

  /// What it is.
  var kind: Kind
  /// Where it stands, as offsets into the bytes.
  var range: Range<Int>

  /// The members of an object; none of another value.
  var members: [(name: String, start: Int, value: JSONOutline)] {
    if case .object(let members) = kind { members } else { [] }
  }

  /// The elements of a list; none of another value.
  var elements: [JSONOutline] { if case .array(let elements) = kind { elements } else { [] } }

  /// The text; nil of another value.
  var text: String? { if case .text(let text) = kind { text } else { nil } }

  /// The member of a name.
  subscript(name: String) -> JSONOutline? { members.last { $0.name == name }?.value }

  /// Reads a text; nil where it is not JSON. Comments and a comma behind the last part are allowed, as in JSONC.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skip()
    guard reader.position == bytes.count else { return nil }
    self = value
  }

  private init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip() {
      while let byte {
        if [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 } else if !skipComment() { return }
      }
    }

    /// Skips a comment; false where none begins, or one does not end.
    private mutating func skipComment() -> Bool {
      let rest = bytes[position...]
      if rest.starts(with: "//".utf8) {
        position = rest.firstIndex(of: 0x0A) ?? bytes.count
        return true
      }
      guard rest.starts(with: "/*".utf8) else { return false }
      var end = position + 2
      while end < bytes.count, !bytes[end...].starts(with: "*/".utf8) { end += 1 }
      guard end < bytes.count else { return false }
      position = end + 2
      return true
    }

    private mutating func take(_ wanted: Character) -> Bool {
      guard byte == wanted.asciiValue else { return false }
      position += 1
      return true
    }

    mutating func value(depth: Int) -> JSONOutline? {
      skip()
      let start = position
      guard depth < 200, let byte else { return nil }
      switch byte {
      case UInt8(ascii: "{"): return object(start, depth)
      case UInt8(ascii: "["): return array(start, depth)
      case UInt8(ascii: "\""): return string().map { JSONOutline(.text($0), start..<position) }
      default:
        while let byte = self.byte, byte > 0x20, !Array(",]}\":{[/".utf8).contains(byte) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        guard ["true", "false", "null"].contains(word) || Double(word) != nil else { return nil }
        return JSONOutline(.plain, start..<position)
      }
    }

    private mutating func object(_ start: Int, _ depth: Int) -> JSONOutline? {
      position += 1
      var members: [(name: String, start: Int, value: JSONOutline)] = []
      skip()
      if take("}") { return JSONOutline(.object([]), start..<position) }
      while true {
        skip()
        let begin = position
        guard byte == UInt8(ascii: "\""), let name = string() else { return nil }
        skip()
        guard take(":"), let value = value(depth: depth + 1) else { return nil }
        members.append((name, begin, value))
        skip()
        if take("}") { return JSONOutline(.object(members), start..<position) }
        guard take(",") else { return nil }
        skip()
        if take("}") { return JSONOutline(.object(members), start..<position) }
      }
    }

    private mutating func array(_ start: Int, _ depth: Int) -> JSONOutline? {
      position += 1
      var elements: [JSONOutline] = []
      skip()
      if take("]") { return JSONOutline(.array([]), start..<position) }
      while true {
        guard let value = value(depth: depth + 1) else { return nil }
        elements.append(value)
        skip()
        if take("]") { return JSONOutline(.array(elements), start..<position) }
        guard take(",") else { return nil }
        skip()
        if take("]") { return JSONOutline(.array(elements), start..<position) }
      }
    }

    private mutating func string() -> String? {
      position += 1
      let start = position
      while let byte, byte != UInt8(ascii: "\"") {
        guard byte >= 0x20 else { return nil }
        position += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      guard position < bytes.count else { return nil }
      position += 1
      return String(decoding: bytes[start..<position - 1], as: UTF8.self)
    }
  }
}
