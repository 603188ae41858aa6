/// A secret in a text.
package struct FoundSecret: Hashable, Sendable {
  /// The kind in words for people: `a GitHub token`.
  package var kind: String
  /// The secret's bytes, decoded: the same for each encoding of it.
  package var bytes: [UInt8]
  /// The line in which it begins, counted from 1.
  package var line: Int

  /// Makes one.
  package init(kind: String, bytes: [UInt8], line: Int) {
    self.kind = kind
    self.bytes = bytes
    self.line = line
  }
}

/// A place in a text where a secret is.
struct SecretPlace: Hashable, Sendable {
  /// The kind in words for people.
  var kind: String
  /// Offsets into the text.
  var range: Range<Int>
}
