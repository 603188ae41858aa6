package import GitObjects

/// The state of a workspace at one moment.
package struct StatusReport: Sendable, Codable {
  /// The folder.
  package var root: String
  /// The daemon's process id.
  package var pid: Int32
  /// `recording`, `paused` (with a reason) or `read-only` (with a reason).
  package var state: String
  /// Why it is paused or read-only, and what to do; nil while recording.
  package var reason: String?
  /// The branch the folder is on.
  package var branch: String
  /// The tip; nil before the first commit.
  package var tip: ObjectID?
  /// Whether branch and index stand at the tip.
  package var branchFollows: Bool
  /// This machine's name in commits.
  package var machine: String
  /// Saves seen and not yet recorded.
  package var pending: Int
  /// The remote, if there is one.
  package var remote: RemoteStatus?
  /// Paths recorded here and kept off the tip.
  package var held: [HeldPath]
  /// Files that could not be read or written; the rest goes on.
  package var problems: [ProblemReport]
  /// Files that somebody has open in an editor, as its lock or swap file says.
  package var presence: [String]
  /// Open questions.
  package var questions: Int
  /// Open conflicts.
  package var conflicts: Int
  /// `events`, or `events and polling` where watches ran out, with the number of polled folders.
  package var watching: String

  /// Makes a report.
  package init(
    root: String, pid: Int32, state: String, reason: String?, branch: String, tip: ObjectID?, branchFollows: Bool,
    machine: String, pending: Int, remote: RemoteStatus?, held: [HeldPath], problems: [ProblemReport],
    presence: [String], questions: Int, conflicts: Int, watching: String
  ) {
    self.root = root
    self.pid = pid
    self.state = state
    self.reason = reason
    self.branch = branch
    self.tip = tip
    self.branchFollows = branchFollows
    self.machine = machine
    self.pending = pending
    self.remote = remote
    self.held = held
    self.problems = problems
    self.presence = presence
    self.questions = questions
    self.conflicts = conflicts
    self.watching = watching
  }
}

/// How the exchange with the remote stands.
package struct RemoteStatus: Sendable, Codable {
  /// Its name in git's configuration, `origin`.
  package var name: String
  /// Its address, without a password.
  package var url: String
  /// `current`, `syncing`, `offline`, `refused`, `stopped` (a question is open).
  package var state: String
  /// What happened and what to do, unless all is well.
  package var message: String?
  /// Commits here that the remote does not have.
  package var ahead: Int
  /// When the remote last answered, ISO 8601.
  package var lastContact: String?
  /// How changes are heard: `refs` (path remote), `ssh`, `polling`.
  package var hearing: String

  /// Makes a status.
  package init(
    name: String, url: String, state: String, message: String?, ahead: Int, lastContact: String?, hearing: String
  ) {
    self.name = name
    self.url = url
    self.state = state
    self.message = message
    self.ahead = ahead
    self.lastContact = lastContact
    self.hearing = hearing
  }
}

/// A path that is recorded here and kept off the tip.
package struct HeldPath: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// Why, in words.
  package var reason: String
  /// Bytes, where known.
  package var size: Int64?

  /// Makes a held path.
  package init(path: String, reason: String, size: Int64?) {
    self.path = path
    self.reason = reason
    self.size = size
  }
}

/// A file that could not be handled while the rest went on.
package struct ProblemReport: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// What happened, what was kept, what to do.
  package var message: String

  /// Makes a report.
  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}
