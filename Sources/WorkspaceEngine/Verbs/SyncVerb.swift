package import GitObjects

/// Asks for an exchange with the remote.
package struct SyncRequest: Sendable, Codable {
  /// Whether to answer only when all is recorded, published, merged, and branch and index stand at the tip.
  package var wait: Bool
  /// Seconds to wait at the most; nil for 60.
  package var timeout: Double?

  /// Makes a request.
  package init(wait: Bool, timeout: Double? = nil) {
    self.wait = wait
    self.timeout = timeout
  }
}

/// What a barrier found.
package struct SyncReport: Sendable, Codable {
  /// The tip.
  package var tip: ObjectID?
  /// Whether the remote has the tip; nil without a remote.
  package var published: Bool?
  /// How many saves this call recorded.
  package var recorded: Int

  /// Makes a report.
  package init(tip: ObjectID?, published: Bool?, recorded: Int) {
    self.tip = tip
    self.published = published
    self.recorded = recorded
  }
}

/// One finding of the doctor.
package struct DoctorFinding: Sendable, Codable {
  /// `ok`, `note`, `problem`.
  package var level: String
  /// What was looked at.
  package var subject: String
  /// What was found, and what to do.
  package var message: String

  /// Makes a finding.
  package init(level: String, subject: String, message: String) {
    self.level = level
    self.subject = subject
    self.message = message
  }
}

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
