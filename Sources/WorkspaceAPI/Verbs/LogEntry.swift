package import GitObjects

/// One recorded change.
package struct LogEntry: Sendable, Codable {
  package var commit: ObjectID
  package var author: AuthorRecord
  /// The machine that recorded it, if the commit names one.
  package var machine: String?
  /// The time of the change, ISO 8601 with the author's offset.
  package var time: String
  /// The first line of its message.
  package var subject: String
  /// The changed paths.
  package var paths: [String]
  /// The model, if an agent named it.
  package var model: String?
  /// The tool or command of the change.
  package var tool: String?
  /// The id that a replay keeps (`Stet-Change`).
  package var change: String?

  package init(
    commit: ObjectID, author: AuthorRecord, machine: String?, time: String, subject: String, paths: [String],
    model: String?, tool: String?, change: String?
  ) {
    self.commit = commit
    self.author = author
    self.machine = machine
    self.time = time
    self.subject = subject
    self.paths = paths
    self.model = model
    self.tool = tool
    self.change = change
  }
}
