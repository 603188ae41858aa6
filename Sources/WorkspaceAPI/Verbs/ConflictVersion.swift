package import GitObjects

/// One of the two versions of a conflict: what, who, where and when.
package struct ConflictVersion: Sendable, Codable, Hashable {
  /// The whole version; nil where the file was deleted.
  package var blob: ObjectID?
  /// Who made it; nil where history does not say.
  package var author: AuthorRecord?
  /// The machine that recorded it; nil for a commit that Stet did not make.
  package var machine: String?
  /// When, ISO 8601.
  package var time: String?

  /// Makes a version.
  package init(blob: ObjectID?, author: AuthorRecord? = nil, machine: String? = nil, time: String? = nil) {
    self.blob = blob
    self.author = author
    self.machine = machine
    self.time = time
  }
}
