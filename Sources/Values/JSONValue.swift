/// A name and its value in a JSON object.
package struct JSONMember: Hashable, Sendable {
  /// The name.
  package var name: String
  /// The value.
  package var value: JSONValue

  /// Makes a member.
  package init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }

  /// Whether it has exactly this name: Swift takes two spellings of one letter for equal, JSON does not.
  package func isNamed(_ other: String) -> Bool { name.hasSameUnits(as: other) }
}

/// A JSON value (RFC 8259).
///
/// Numbers keep their text, so that an id or a huge number goes back as it came. Members keep their order, so that what
/// is written is the same every time.
package enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as it is written.
  case number(String)
  /// A text.
  case string(String)
  /// `[…]`.
  case array([JSONValue])
  /// `{…}`; no name stands twice.
  case object([JSONMember])

  /// The member of that name; nil for a missing one and for what is no object.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.isNamed(name) }?.value
  }

  /// The text; nil for what is none.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The truth value; nil for what is none.
  package var truth: Bool? {
    guard case .bool(let truth) = self else { return nil }
    return truth
  }

  /// The whole number, also where it is written as `3.0` or `3e0`; nil for what is none or beyond 2^53.
  package var integer: Int? {
    guard case .number(let text) = self else { return nil }
    if let integer = Int(text) { return integer }
    guard let number = Double(text), number.magnitude <= 9_007_199_254_740_992 else { return nil }
    return Int(exactly: number)
  }

  /// The elements; nil for what is no array.
  package var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members; nil for what is no object.
  package var members: [JSONMember]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

}

// MARK: Reading and writing

extension JSONValue {
  /// Reads the one value of a text, of the JSON of RFC 8259 and nothing else.
  ///
  /// - Throws: `JSONFault` where it is none, is nested too deep, or has an object in which a name stands twice.
  package init(_ text: [UInt8]) throws(JSONFault) { self = try Self.read(text).value }

  /// Reads the one value of a text; nil where it is none.
  package init?(line: [UInt8]) {
    do throws(JSONFault) { try self.init(line) } catch { return nil }
  }

  /// Reads the one value of a text, and tells whether a text in it held half a surrogate pair (`\ud800`), which no text
  /// can hold; it stands as U+FFFD.
  ///
  /// - Throws: as `init(_:)`.
  package static func read(_ text: [UInt8]) throws(JSONFault) -> (value: JSONValue, hasHalfPair: Bool) {
    var reader = JSONReader(text, in: 0..<text.count, [])
    var hasHalfPair = false
    let value = try JSONValue(reader.whole(), in: text, &hasHalfPair)
    return (value, hasHalfPair)
  }

  private init(_ node: JSONNode, in text: [UInt8], _ hasHalfPair: inout Bool) throws(JSONFault) {
    switch node.kind {
    case .string: self = .string(try Self.string(at: node.range, in: text, &hasHalfPair))
    case .number: self = .number(String(decoding: text[node.range], as: UTF8.self))
    case .word:
      let first = text[node.range.lowerBound]
      self = first == UInt8(ascii: "n") ? .null : .bool(first == UInt8(ascii: "t"))
    case .array:
      var elements: [JSONValue] = []
      for member in node.members { elements.append(try JSONValue(member.value, in: text, &hasHalfPair)) }
      self = .array(elements)
    case .object:
      var members: [JSONMember] = []
      var names: Set<[UInt8]> = []
      for member in node.members {
        let name = try Self.string(at: member.name ?? member.body, in: text, &hasHalfPair)
        guard names.insert(Array(name.utf8)).inserted else { throw .nameTwice(name) }
        members.append(JSONMember(name: name, value: try JSONValue(member.value, in: text, &hasHalfPair)))
      }
      self = .object(members)
    }
  }

  private static func string(
    at range: Range<Int>, in text: [UInt8], _ hasHalfPair: inout Bool
  ) throws(JSONFault) -> String {
    guard let string = JSONString.decode(text[range]) else { throw .syntax(at: range.lowerBound) }
    hasHalfPair = hasHalfPair || string.hasHalfPair
    return string.text
  }

  /// The value on one line: no newline stands in it, whatever the texts hold.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let truth): bytes.append(contentsOf: (truth ? "true" : "false").utf8)
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): JSONString.append(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONString.append(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A text.
  package init(stringLiteral value: String) { self = .string(value) }
  /// A truth value.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  package init(integerLiteral value: Int) { self = .number(String(value)) }
  /// A list.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, its members in the order in which they are written.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONMember(name: $0.0, value: $0.1) })
  }
  /// Null.
  package init(nilLiteral: ()) { self = .null }
}
