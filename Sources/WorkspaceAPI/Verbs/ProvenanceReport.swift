package import GitObjects

/// Requests the origin of a file.
package struct ProvenanceRequest: Verb {
  package typealias Answer = ProvenanceReport
  package static let name = "provenance"

  package var path: String
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  package init(path: String, caller: Caller = .person) {
    self.path = path
    self.caller = caller
  }
}

/// The origin of a file, found in history.
package struct ProvenanceReport: Sendable, Codable {
  /// The file.
  package var path: String
  /// The present version.
  package var token: ObjectID
  /// The author who created it.
  package var createdBy: AuthorRecord
  /// The time of its creation, ISO 8601.
  package var createdAt: String
  /// The author of the last change.
  package var lastModifiedBy: AuthorRecord
  /// The time of the last change, ISO 8601.
  package var lastModifiedAt: String
  /// The number of recorded versions.
  package var versions: Int

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

/// The first and the last author of a file, found in history at each read.
package struct FileProvenance: Sendable, Codable, Hashable {
  /// The author who created the file; nil if a long history was not searched yet.
  package var createdBy: AuthorRecord?
  /// The time, ISO 8601.
  package var createdAt: String?
  /// The author of the last change; Stet's own merges do not count.
  package var lastModifiedBy: AuthorRecord
  /// The time, ISO 8601.
  package var lastModifiedAt: String

  package init(createdBy: AuthorRecord?, createdAt: String?, lastModifiedBy: AuthorRecord, lastModifiedAt: String) {
    self.createdBy = createdBy
    self.createdAt = createdAt
    self.lastModifiedBy = lastModifiedBy
    self.lastModifiedAt = lastModifiedAt
  }
}
