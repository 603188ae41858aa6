package import Documents
package import GitObjects

/// Two versions of one region of a path, both kept in history.
package struct ConflictReport: Sendable, Codable {
  /// The conflict's id, equal on every machine.
  package var id: String
  /// The path.
  package var path: String
  /// The common version, if there is one.
  package var base: ObjectID?
  /// The version that stands.
  package var kept: ObjectID?
  /// Who wrote what stands.
  package var keptAuthor: AuthorRecord?
  /// The version beside it.
  package var other: ObjectID?
  /// Who wrote the version beside it.
  package var otherAuthor: AuthorRecord?
  /// The merge commit that recorded it.
  package var commit: ObjectID
  /// When, ISO 8601.
  package var time: String

  /// Makes a report.
  package init(
    id: String, path: String, base: ObjectID?, kept: ObjectID?, keptAuthor: AuthorRecord?, other: ObjectID?,
    otherAuthor: AuthorRecord?, commit: ObjectID, time: String
  ) {
    self.id = id
    self.path = path
    self.base = base
    self.kept = kept
    self.keptAuthor = keptAuthor
    self.other = other
    self.otherAuthor = otherAuthor
    self.commit = commit
    self.time = time
  }
}
