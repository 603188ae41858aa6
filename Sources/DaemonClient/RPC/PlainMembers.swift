internal import WorkspaceAPI

/// The members of a JSON object of objects, strings, numbers and words; their names are joined with dots.
struct PlainMembers {
  private enum Value: Hashable {
    case text(String)
    case word(String)
  }

  private var members: [String: Value] = [:]

  /// Reads a line; nil if it is not JSON, or contains a list or an escape in a text. `RPCCodec` reads such lines.
  init?(_ line: [UInt8]) {
    let isWhole = line.withUnsafeBufferPointer { line in
      var json = PlainJSON(line)
      return readObject(&json, below: "") && json.isAtEnd
    }
    guard isWhole else { return nil }
  }

  /// Returns a text; nil if there is none of this name.
  subscript(name: String) -> String? {
    if case .text(let text) = members[name] { text } else { nil }
  }

  /// Returns whether there is a member of this name other than null.
  func has(_ name: String) -> Bool {
    members.contains { $0.key == name && $0.value != .word("null") || $0.key.hasPrefix(name + ".") }
  }

  /// Returns a Boolean; nil if there is none of this name.
  func bool(_ name: String) -> Bool? {
    switch members[name] {
    case .word("true"): true
    case .word("false"): false
    default: nil
    }
  }

  private mutating func readObject(_ json: inout PlainJSON, below prefix: String) -> Bool {
    guard json.take("{") else { return false }
    if json.take("}") { return true }
    repeat {
      guard let name = Self.text(&json), json.take(":"), json.position < json.bytes.count else { return false }
      switch json.bytes[json.position] {
      case UInt8(ascii: "{"): guard readObject(&json, below: prefix + name + ".") else { return false }
      case UInt8(ascii: "\""):
        guard let text = Self.text(&json) else { return false }
        members[prefix + name] = .text(text)
      default:
        let start = json.position
        while json.position < json.bytes.count, Self.isWord(json.bytes[json.position]) { json.position += 1 }
        guard json.position > start else { return false }
        members[prefix + name] = .word(String(decoding: json.bytes[start..<json.position], as: UTF8.self))
      }
    } while json.take(",")
    return json.take("}")
  }

  private static func text(_ json: inout PlainJSON) -> String? {
    json.text().flatMap { String(validating: $0, as: UTF8.self) }
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
