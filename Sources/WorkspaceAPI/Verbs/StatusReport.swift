package import GitObjects

/// The state of a workspace at one moment.
package struct StatusReport: Sendable, Codable {
  /// The folder.
  package var root: String
  /// The daemon's process id.
  package var pid: Int32
  /// `recording`, `checking` (with a reason: the start is not complete), `paused` (with a reason) or `read-only` (with a
  /// reason).
  package var state: String
  /// The reason for a check, pause or read-only state, and the next step; nil while recording.
  package var reason: String?
  /// The folder's branch.
  package var branch: String
  /// The tip; nil before the first commit.
  package var tip: ObjectID?
  /// Whether branch and index are at the tip.
  package var branchFollows: Bool
  /// This machine's name in commits.
  package var machine: String
  /// The number of detected saves that are not recorded yet.
  package var pending: Int
  /// The remote; nil for none.
  package var remote: RemoteStatus?
  /// The paths that are recorded here, but not in the tip.
  package var held: [HeldPath]
  /// The files that could not be read or written; the rest is recorded.
  package var problems: [ProblemReport]
  /// The files that somebody has open in an editor, according to its lock or swap file.
  package var presence: [String]
  /// The same files with the known facts about their users.
  package var editors: [PresenceEntry]
  /// The claims, and the files that programs reported as open.
  package var coordination: CoordinationReport
  /// The number of open questions, including conflicts.
  package var questions: Int
  /// The number of open conflicts.
  package var conflicts: Int
  /// The large files in numbers; nil if there are none.
  package var large: LargeSummary?
  /// `events`, or a sentence with the polled folders and the remedy if inotify watches ran out.
  package var watching: String
  /// The record of agents' actions; nil if no agent ever called.
  package var audit: AuditState?
  /// The search index; nil while it is at the tip.
  package var index: IndexState?
  /// The comparison of the files with the last recorded state at the start; nil once everything that changed while no
  /// daemon ran is recorded. Until then the state of the remote and of the large files is unknown.
  package var checking: CheckProgress?

  package init(
    root: String, pid: Int32, state: String, reason: String?, branch: String, tip: ObjectID?, branchFollows: Bool,
    machine: String, pending: Int, remote: RemoteStatus?, held: [HeldPath], problems: [ProblemReport],
    presence: [String], questions: Int, conflicts: Int, watching: String, editors: [PresenceEntry] = [],
    coordination: CoordinationReport = CoordinationReport(claims: [], presenters: []), audit: AuditState? = nil
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
    self.editors = editors
    self.coordination = coordination
    self.questions = questions
    self.conflicts = conflicts
    self.watching = watching
    self.audit = audit
  }
}

extension StatusReport {
  /// One line for each user of a file: editors according to their files, programs that reported it, and claims.
  package var attendance: [String] {
    editors.map(\.words) + coordination.presenters.map(\.words) + coordination.claims.map(\.words)
  }
}

/// Requests the current state.
package struct StatusRequest: AnonymousVerb {
  package typealias Answer = StatusReport
  package static let name = "status"

  /// The longest wait for the end of the daemon's start, in milliseconds; nil to be answered at once.
  package var timeout: Int?

  package init(timeout: Int? = nil) { self.timeout = timeout }
}

/// The progress of the comparison of the files with the last recorded state.
package struct CheckProgress: Sendable, Codable, Hashable {
  /// The number of files that are compared.
  package var done: Int
  /// The number of recorded files; 0 until they are counted.
  package var total: Int

  package init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }
}

/// The state of the exchange with the remote.
package struct RemoteStatus: Sendable, Codable {
  /// Its name in git's configuration, `origin`.
  package var name: String
  /// Its address, without a password.
  package var url: String
  /// `current`, `syncing`, `offline`, `refused`, `stopped` (a question is open), `local` (nothing is published,
  /// as a person decided), `unusable` (its address).
  package var state: String
  /// The error and the next step in words; nil if there is no error.
  package var message: String?
  /// The number of local commits that the remote lacks.
  package var ahead: Int
  /// The time of the remote's last answer, ISO 8601.
  package var lastContact: String?
  /// The method of detecting changes: `refs` (path remote), `ssh`, `polling`.
  package var hearing: String
  /// The reason why nothing is published: a person must agree first, or decided against it; nil if changes are
  /// published.
  package var publication: InitReport.Publication?

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

/// A path that is recorded here, but not in the tip.
package struct HeldPath: Sendable, Codable, Hashable {
  package var path: String
  /// The reason in words.
  package var reason: String
  /// The number of bytes, if known.
  package var size: Int64?

  package init(path: String, reason: String, size: Int64?) {
    self.path = path
    self.reason = reason
    self.size = size
  }
}

/// A file that could not be handled; the rest of the operation continued.
package struct ProblemReport: Sendable, Codable, Hashable {
  package var path: String
  /// The error, the kept data and the next step in words.
  package var message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}

/// The progress of the search index towards the tip.
package struct IndexState: Sendable, Codable, Hashable {
  /// The number of files that are done.
  package var done: Int
  /// The number of files that differ from the index.
  package var total: Int
  /// The reason why the index is not on the disk, or not complete; nil if it only needs time.
  package var problem: String?

  package init(done: Int, total: Int, problem: String? = nil) {
    self.done = done
    self.total = total
    self.problem = problem
  }
}
