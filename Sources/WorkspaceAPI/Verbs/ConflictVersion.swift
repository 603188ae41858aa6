package import GitObjects

/// One of the two versions of a conflict, with its author, machine and time.
package struct ConflictVersion: Sendable, Codable, Hashable {
  /// The whole version; nil if the file was deleted.
  package var blob: ObjectID?
  /// The author; nil if history does not contain one.
  package var author: AuthorRecord?
  /// The machine that recorded it; nil for a commit that Stet did not make.
  package var machine: String?
  /// The time, ISO 8601.
  package var time: String?

  /// Creates a version.
  package init(blob: ObjectID?, author: AuthorRecord? = nil, machine: String? = nil, time: String? = nil) {
    self.blob = blob
    self.author = author
    self.machine = machine
    self.time = time
  }
}
