package import GitObjects

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

  /// Creates a value.
  package init(createdBy: AuthorRecord?, createdAt: String?, lastModifiedBy: AuthorRecord, lastModifiedAt: String) {
    self.createdBy = createdBy
    self.createdAt = createdAt
    self.lastModifiedBy = lastModifiedBy
    self.lastModifiedAt = lastModifiedAt
  }
}
