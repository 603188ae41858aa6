package import GitObjects

/// Where a file comes from, answered from history.
package struct ProvenanceReport: Sendable, Codable {
  /// The file.
  package var path: String
  /// Its present version.
  package var token: ObjectID
  /// Who made it.
  package var createdBy: AuthorRecord
  /// When, ISO 8601.
  package var createdAt: String
  /// Who changed it last.
  package var lastModifiedBy: AuthorRecord
  /// When, ISO 8601.
  package var lastModifiedAt: String
  /// Number of recorded versions.
  package var versions: Int

  /// Makes a report.
  package init(
    path: String, token: ObjectID, createdBy: AuthorRecord, createdAt: String, lastModifiedBy: AuthorRecord,
    lastModifiedAt: String, versions: Int
  ) {
    self.path = path
    self.token = token
    self.createdBy = createdBy
    self.createdAt = createdAt
    self.lastModifiedBy = lastModifiedBy
    self.lastModifiedAt = lastModifiedAt
    self.versions = versions
  }
}
