/// A secret in a text.
package struct FoundSecret: Hashable, Sendable {
  /// The kind in words for people: `a GitHub token`.
  package var kind: String
  /// The decoded bytes of the secret, equal for each encoding of it.
  package var bytes: [UInt8]
  /// The line in which it begins, counted from 1.
  package var line: Int
}

/// The place of a secret in a text.
struct SecretPlace: Hashable, Sendable {
  /// The kind in words for people.
  var kind: String
  /// The offsets in the text.
  var range: Range<Int>
}
