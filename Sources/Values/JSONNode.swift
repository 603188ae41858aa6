/// A JSON value as ranges of a text: a caller can read it, and change it without rewriting any other byte.
package struct JSONNode: Hashable, Sendable {
  /// The kind of a value.
  package enum Kind: Hashable, Sendable {
    /// A string in quotes.
    case string
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
    /// The start of the whitespace before the member.
    package var start: Int
    /// The range of its name with quotes; nil in an array.
    package var name: Range<Int>?
    package var value: JSONNode
    /// The range of the name, if any, and the value.
    package var body: Range<Int> { (name?.lowerBound ?? value.range.lowerBound)..<value.range.upperBound }
  }

  /// The kind of value.
  package var kind: Kind
  /// The range of the value, as offsets into the text.
  package var range: Range<Int>
  /// The elements or fields, in order; a name may occur twice.
  package var members: [Member]

  /// Whether the kind of value has no members.
  package var isScalar: Bool { kind != .array && kind != .object }

  /// Parses the only value of a text or of a part of it; returns nil if the text is not JSON or is nested too deeply.
  package init?(_ text: [UInt8], in range: Range<Int>? = nil, _ grammar: JSONGrammar = .byteOrderMark) {
    var reader = JSONReader(text, in: range ?? 0..<text.count, grammar)
    do throws(JSONFault) { self = try reader.whole() } catch { return nil }
  }

  /// Creates a value from its place in the text.
  init(_ kind: Kind, _ range: Range<Int>, _ members: [Member] = []) {
    self.kind = kind
    self.range = range
    self.members = members
  }

  /// Returns the value of a field, the last one of several with the same name; nil for a missing field and for other
  /// kinds of values.
  package func value(of name: String, in text: [UInt8]) -> JSONNode? {
    members.last { $0.name.map { JSONString.decode(text[$0])?.text.hasSameUnits(as: name) ?? false } ?? false }?.value
  }

  /// Returns the text of a string; nil for another kind of value and for invalid UTF-8.
  package func text(in text: [UInt8]) -> String? { kind == .string ? JSONString.decode(text[range])?.text : nil }

  /// Returns the value's bytes without whitespace outside strings.
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
  /// Returns the name as text; nil in an array and for invalid UTF-8.
  package func name(in text: [UInt8]) -> String? { name.flatMap { JSONString.decode(text[$0])?.text } }
}

extension String {
  /// Returns whether two texts have the same bytes: Swift considers two spellings of one letter equal, JSON does not.
  func hasSameUnits(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
