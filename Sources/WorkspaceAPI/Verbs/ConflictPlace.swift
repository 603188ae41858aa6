/// One place of a text where two versions could not both stand.
package struct ConflictPlace: Sendable, Codable, Hashable {
  /// The first line of it in the merged file, from 1.
  package var line: Int
  /// What stands there.
  package var kept: String
  /// What the other version has instead.
  package var other: String
  /// What both began with.
  package var base: String

  /// Makes a place.
  package init(line: Int, kept: String, other: String, base: String) {
    self.line = line
    self.kept = kept
    self.other = other
    self.base = base
  }
}
