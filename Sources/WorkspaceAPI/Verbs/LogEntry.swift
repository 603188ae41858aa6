package import GitObjects

/// One recorded change.
package struct LogEntry: Sendable, Codable {
  /// The commit.
  package var commit: ObjectID
  /// Who made it.
  package var author: AuthorRecord
  /// The machine it was recorded on, where the commit says so.
  package var machine: String?
  /// When it was made, ISO 8601 with the author's offset.
  package var time: String
  /// The first line of its message.
  package var subject: String
  /// The paths it changed.
  package var paths: [String]
  /// The model, where an agent named it.
  package var model: String?
  /// The tool it came through.
  package var tool: String?
  /// The id that survives replay.
  package var change: String?

  /// Makes an entry.
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
