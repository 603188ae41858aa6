/// A member of a JSON object: a name with its value.
package struct JSONMember: Hashable, Sendable {
  package var name: String
  package var value: JSONValue

  package init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }

  /// Returns whether the member has exactly this name: Swift considers two spellings of one letter equal, JSON does
  /// not.
  package func isNamed(_ other: String) -> Bool { name.hasSameUnits(as: other) }
}

/// A JSON value (RFC 8259).
///
/// Numbers keep their text, so that ids and huge numbers are written as they were read. Members keep their order, so
/// that the output is always the same.
package enum JSONValue: Hashable, Sendable {
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as its text.
  case number(String)
  case string(String)
  /// `[…]`.
  case array([JSONValue])
  /// `{…}`; the names are unique.
  case object([JSONMember])

  /// Returns the value of the member with a name; nil for a missing member and for other kinds of values.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.isNamed(name) }?.value
  }

  /// The text of a string; nil for another kind of value.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The truth value; nil for another kind of value.
  package var truth: Bool? {
    guard case .bool(let truth) = self else { return nil }
    return truth
  }

  /// The integer, also if it is written as `3.0` or `3e0`; nil for another kind of value, for fractions, and for those
  /// forms beyond 2^53.
  package var integer: Int? {
    guard case .number(let text) = self else { return nil }
    if let integer = Int(text) { return integer }
    guard let number = Double(text), number.magnitude <= 9_007_199_254_740_992 else { return nil }
    return Int(exactly: number)
  }

  /// The elements of an array; nil for another kind of value.
  package var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members of an object; nil for another kind of value.
  package var members: [JSONMember]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

}

// MARK: Reading and writing

extension JSONValue {
  /// Parses the only value of a text, in the JSON of RFC 8259 without extensions.
  ///
  /// - Throws: `JSONFault` if the text is not JSON, is nested too deeply, or has an object with a repeated name.
  package init(_ text: [UInt8]) throws(JSONFault) { self = try Self.read(text).value }

  /// Parses the only value of a text; returns nil if the text is not JSON.
  package init?(line: [UInt8]) {
    do throws(JSONFault) { try self.init(line) } catch { return nil }
  }

  /// Parses the only value of a text, and returns whether a string in it had an unpaired surrogate (`\ud800`), which
  /// becomes U+FFFD because no text can contain it.
  ///
  /// - Throws: the errors of `init(_:)`.
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

  /// The value as JSON on one line: it contains no newline, whatever the strings contain.
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
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(String(value)) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Makes an object with the members in the order of the literal.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONMember(name: $0.0, value: $0.1) })
  }
  /// Makes `null`.
  package init(nilLiteral: ()) { self = .null }
}
