/// The members of a JSON object of objects, strings, numbers and words, by their names joined with dots.
struct PlainMembers {
  private enum Value: Hashable {
    case text(String)
    case word(String)
  }

  private var members: [String: Value] = [:]

  /// Reads a line; nil where it is not JSON, or holds a list or an escape in a text, which `RPCCodec` reads.
  init?(_ line: [UInt8]) {
    var position = 0
    guard readObject(line, &position, below: ""), position == line.count else { return nil }
  }

  /// A text; nil where there is none of the name.
  subscript(name: String) -> String? {
    if case .text(let text) = members[name] { text } else { nil }
  }

  /// Whether there is a member of the name that is not null.
  func has(_ name: String) -> Bool {
    members.contains { $0.key == name && $0.value != .word("null") || $0.key.hasPrefix(name + ".") }
  }

  /// A truth value; nil where there is none of the name.
  func bool(_ name: String) -> Bool? {
    switch members[name] {
    case .word("true"): true
    case .word("false"): false
    default: nil
    }
  }

  private mutating func readObject(_ line: [UInt8], _ position: inout Int, below prefix: String) -> Bool {
    guard Self.take("{", line, &position) else { return false }
    if Self.take("}", line, &position) { return true }
    repeat {
      guard let name = Self.text(line, &position), Self.take(":", line, &position) else { return false }
      guard position < line.count else { return false }
      switch line[position] {
      case UInt8(ascii: "{"): guard readObject(line, &position, below: prefix + name + ".") else { return false }
      case UInt8(ascii: "\""):
        guard let text = Self.text(line, &position) else { return false }
        members[prefix + name] = .text(text)
      default:
        let start = position
        while position < line.count, Self.isWord(line[position]) { position += 1 }
        guard position > start else { return false }
        members[prefix + name] = .word(String(decoding: line[start..<position], as: UTF8.self))
      }
    } while Self.take(",", line, &position)
    return Self.take("}", line, &position)
  }

  private static func take(_ sign: Unicode.Scalar, _ line: [UInt8], _ position: inout Int) -> Bool {
    guard position < line.count, line[position] == UInt8(ascii: sign) else { return false }
    position += 1
    return true
  }

  private static func text(_ line: [UInt8], _ position: inout Int) -> String? {
    guard take("\"", line, &position), let end = line[position...].firstIndex(of: UInt8(ascii: "\"")) else {
      return nil
    }
    let bytes = line[position..<end]
    position = end + 1
    return bytes.contains(UInt8(ascii: "\\")) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
