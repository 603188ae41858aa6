package import GitObjects

/// Who made a file and who changed it last, answered from history with each read.
package struct FileProvenance: Sendable, Codable, Hashable {
  /// Who made it; nil where a long history was not looked through yet.
  package var createdBy: AuthorRecord?
  /// When, ISO 8601.
  package var createdAt: String?
  /// Who changed it last; Stet's own merges do not count.
  package var lastModifiedBy: AuthorRecord
  /// When, ISO 8601.
  package var lastModifiedAt: String

  /// Makes one.
  package init(createdBy: AuthorRecord?, createdAt: String?, lastModifiedBy: AuthorRecord, lastModifiedAt: String) {
    self.createdBy = createdBy
    self.createdAt = createdAt
    self.lastModifiedBy = lastModifiedBy
    self.lastModifiedAt = lastModifiedAt
  }
}
