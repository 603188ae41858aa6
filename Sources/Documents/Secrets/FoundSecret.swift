/// A secret in a text.
package struct FoundSecret: Hashable, Sendable {
  /// What it is, for people: `a GitHub token`.
  package var kind: String
  /// Where it stands, as offsets into the bytes.
  package var range: Range<Int>

  /// Makes one.
  package init(kind: String, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// The line it begins in, counted from 1.
  package func line(in bytes: [UInt8]) -> Int {
    1 + bytes[..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }
  }
}
