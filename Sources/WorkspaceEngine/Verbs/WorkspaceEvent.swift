package import GitObjects

/// Something that happened in the workspace: a line of `stet watch --json`.
package struct WorkspaceEvent: Sendable, Codable {
  /// `recorded`, `adopted`, `published`, `held`, `question`, `conflict`, `problem`, `paused`, `resumed`, `offline`,
  /// `online`, `notice`.
  package var event: String
  /// When, ISO 8601.
  package var time: String
  /// The commit it is about.
  package var commit: ObjectID?
  /// The paths it is about.
  package var paths: [String]
  /// Who: the kind of author and name, for `recorded`.
  package var author: String?
  /// One sentence.
  package var message: String

  /// Makes an event.
  package init(
    event: String, time: String, commit: ObjectID? = nil, paths: [String] = [], author: String? = nil, message: String
  ) {
    self.event = event
    self.time = time
    self.commit = commit
    self.paths = paths
    self.author = author
    self.message = message
  }
}
