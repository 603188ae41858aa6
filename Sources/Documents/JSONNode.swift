/// A JSON value as places in a text: enough to merge it without writing a byte anew that nobody changed.
package struct JSONNode: Hashable, Sendable {
  /// What kind of value it is.
  package enum Kind: Hashable, Sendable {
    /// A string, a number, true, false or null.
    case scalar
    /// `[…]`.
    case array
    /// `{…}`.
    case object
  }

  /// An element or a field.
  package struct Member: Hashable, Sendable {
    /// Where the spaces before it begin.
    package var start: Int
    /// Its name, in quotes; nil in an array.
    package var name: Range<Int>?
    /// Its value.
    package var value: JSONNode
    /// Where name, if any, and value stand.
    package var body: Range<Int> { (name?.lowerBound ?? value.range.lowerBound)..<value.range.upperBound }
  }

  /// What kind of value it is.
  package var kind: Kind
  /// Where it stands.
  package var range: Range<Int>
  /// Elements or fields, in order.
  package var members: [Member]

  /// Reads the one value of a text; nil where it is no JSON, or is nested too deep.
  package init?(_ text: [UInt8]) { self.init(text, in: 0..<text.count) }

  /// Reads the one value of a part of a text.
  package init?(_ text: [UInt8], in range: Range<Int>) {
    var reader = JSONReader(text: text, range: range)
    guard let node = reader.whole() else { return nil }
    self = node
  }

  /// The value's bytes without the spaces between them.
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
        } else if byte
          == UInt8(ascii: "\"")
        {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        continue
      }
      bytes.append(byte)
    }
    return bytes
  }

  init(_ kind: Kind, _ range: Range<Int>, _ members: [Member] = []) {
    self.kind = kind
    self.range = range
    self.members = members
  }
}
