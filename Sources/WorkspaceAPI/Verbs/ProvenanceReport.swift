package import GitObjects

/// Requests the origin of a file.
package struct ProvenanceRequest: Verb {
  package typealias Answer = ProvenanceReport
  package static let name = "provenance"

  /// The path.
  package var path: String
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  /// Creates a request.
  package init(path: String, caller: Caller = .person) {
    self.path = path
    self.caller = caller
  }
}

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
