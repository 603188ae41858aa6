/// A JSON value (RFC 8259) as the protocol reads and writes it.
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

  /// Reads a value; nil for what is none.
  package init?(line: [UInt8]) {
    var parser = JSONParser(line)
    guard let value = try? parser.whole() else { return nil }
    self = value
  }

  /// What is written of it.
  package var line: [UInt8] {
    var writer = JSONWriter()
    writer.append(self)
    return writer.bytes
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
