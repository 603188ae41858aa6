/// A JSON value as places in a text: enough to read it, and to change it without writing a byte anew that nobody changed.
package struct JSONNode: Hashable, Sendable {
  /// The kind of a value.
  package enum Kind: Hashable, Sendable {
    /// A text in quotes.
    case string
    /// A number.
    case number
    /// `true`, `false` or `null`.
    case word
    /// `[…]`.
    case array
    /// `{…}`.
    case object
  }

  /// An element or a field.
  package struct Member: Hashable, Sendable {
    /// The start of the spaces before it.
    package var start: Int
    /// Its name, in quotes; nil in an array.
    package var name: Range<Int>?
    /// Its value.
    package var value: JSONNode
    /// The place of name, if any, and value.
    package var body: Range<Int> { (name?.lowerBound ?? value.range.lowerBound)..<value.range.upperBound }
  }

  /// The kind of value.
  package var kind: Kind
  /// Its place, as offsets into the text.
  package var range: Range<Int>
  /// Elements or fields, in order; a name may stand twice.
  package var members: [Member]

  /// Whether it has no members by its kind.
  package var isScalar: Bool { kind != .array && kind != .object }

  /// Reads the one value of a text, or of a part of it; nil where it is no JSON, or is nested too deep.
  package init?(_ text: [UInt8], in range: Range<Int>? = nil, _ grammar: JSONGrammar = .byteOrderMark) {
    var reader = JSONReader(text, in: range ?? 0..<text.count, grammar)
    do throws(JSONFault) { self = try reader.whole() } catch { return nil }
  }

  init(_ kind: Kind, _ range: Range<Int>, _ members: [Member] = []) {
    self.kind = kind
    self.range = range
    self.members = members
  }

  /// Returns the value of a field; of more of one name the last. Nil for a missing one and for what is no object.
  package func value(of name: String, in text: [UInt8]) -> JSONNode? {
    members.last { $0.name.map { JSONString.decode(text[$0])?.text.hasSameUnits(as: name) ?? false } ?? false }?.value
  }

  /// Returns the text of a string; nil for another kind, and for bytes that are no UTF-8.
  package func text(in text: [UInt8]) -> String? { kind == .string ? JSONString.decode(text[range])?.text : nil }

  /// Returns the value's bytes without the spaces between them.
  package func compact(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var isInString = false
    var isEscaped = false
    for byte in text[range] {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if JSONReader.isSpace(byte) {
        continue
      }
      bytes.append(byte)
    }
    return bytes
  }
}

extension JSONNode.Member {
  /// Returns the name as a text; nil in an array, and for bytes that are no UTF-8.
  package func name(in text: [UInt8]) -> String? { name.flatMap { JSONString.decode(text[$0])?.text } }
}

extension String {
  /// Whether two texts consist of the same bytes: Swift takes two spellings of one letter for equal, JSON does not.
  func hasSameUnits(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
