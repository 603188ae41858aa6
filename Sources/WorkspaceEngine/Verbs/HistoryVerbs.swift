package import Documents
package import GitObjects

/// Asks for the history, newest first.
package struct LogRequest: Sendable, Codable {
  /// Only changes of this file or folder; nil for all.
  package var path: String?
  /// How many at the most; nil for all.
  package var limit: Int?
  /// Only changes of this agent session.
  package var session: String?
  /// Only changes of this kind of author: user, agent, unsure, sync.
  package var kind: String?

  /// Makes a request.
  package init(path: String? = nil, limit: Int? = nil, session: String? = nil, kind: String? = nil) {
    self.path = path
    self.limit = limit
    self.session = session
    self.kind = kind
  }
}

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

/// One line of a file with who wrote it.
package struct BlameLine: Sendable, Codable {
  /// The line's number, from 1.
  package var line: Int
  /// The commit that wrote it.
  package var commit: ObjectID
  /// Who wrote it.
  package var author: AuthorRecord
  /// When, ISO 8601.
  package var time: String
  /// The text without its line end.
  package var text: String

  /// Makes a line.
  package init(line: Int, commit: ObjectID, author: AuthorRecord, time: String, text: String) {
    self.line = line
    self.commit = commit
    self.author = author
    self.time = time
    self.text = text
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

/// Asks for the difference between two recorded states.
package struct DiffRequest: Sendable, Codable {
  /// Only this file or folder; nil for all.
  package var path: String?
  /// The older state: a commit or anything stock git resolves; nil for the parent of `to`.
  package var from: String?
  /// The newer state; nil for the tip.
  package var to: String?

  /// Makes a request.
  package init(path: String? = nil, from: String? = nil, to: String? = nil) {
    self.path = path
    self.from = from
    self.to = to
  }
}

/// A difference.
package struct DiffReport: Sendable, Codable {
  /// The older commit.
  package var from: ObjectID
  /// The newer commit.
  package var to: ObjectID
  /// The paths that differ.
  package var paths: [String]
  /// The unified diff as stock git shows it.
  package var patch: String

  /// Makes a report.
  package init(from: ObjectID, to: ObjectID, paths: [String], patch: String) {
    self.from = from
    self.to = to
    self.paths = paths
    self.patch = patch
  }
}

/// Asks to bring files back to an earlier state, as a new commit.
package struct RestoreRequest: Sendable, Codable {
  /// Files or folders; empty for the whole workspace.
  package var paths: [String]
  /// The state to bring back: a commit or anything stock git resolves.
  package var revision: String
  /// Who asks.
  package var caller: Caller

  /// Makes a request.
  package init(paths: [String], revision: String, caller: Caller = .person) {
    self.paths = paths
    self.revision = revision
    self.caller = caller
  }
}

/// Asks to take back changes and leave what others wrote since.
package struct UndoRequest: Sendable, Codable {
  /// Takes back this commit; nil (with no session) for the newest change of the caller.
  package var commit: String?
  /// Takes back all of this agent session.
  package var session: String?
  /// Who asks.
  package var caller: Caller

  /// Makes a request.
  package init(commit: String? = nil, session: String? = nil, caller: Caller = .person) {
    self.commit = commit
    self.session = session
    self.caller = caller
  }
}

/// What a restore or an undo did.
package struct RestoreReceipt: Sendable, Codable {
  /// The commit; nil where nothing had to change.
  package var commit: ObjectID?
  /// The paths whose content changed.
  package var paths: [String]
  /// Regions left alone because somebody wrote there since, each as `path: lines a–b`.
  package var kept: [String]

  /// Makes a receipt.
  package init(commit: ObjectID?, paths: [String], kept: [String]) {
    self.commit = commit
    self.paths = paths
    self.kept = kept
  }
}
