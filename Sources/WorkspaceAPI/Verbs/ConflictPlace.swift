/// One place of a text in which two versions could not be merged.
package struct ConflictPlace: Sendable, Codable, Hashable {
  /// The first line of the place in the merged file, from 1.
  package var line: Int
  /// The text in the merged file.
  package var kept: String
  /// The text of the other version.
  package var other: String
  /// The text of the common version.
  package var base: String

  /// Creates a place.
  package init(line: Int, kept: String, other: String, base: String) {
    self.line = line
    self.kept = kept
    self.other = other
    self.base = base
  }
}
