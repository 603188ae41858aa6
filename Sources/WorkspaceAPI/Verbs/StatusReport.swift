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
  /// The same files, with what is known of who has them open.
  package var editors: [PresenceEntry]
  /// Who claims what, and which programs said what they have open.
  package var coordination: CoordinationReport
  /// Open questions, conflicts among them.
  package var questions: Int
  /// How many of them are conflicts.
  package var conflicts: Int
  /// The large files in numbers; nil where there are none.
  package var large: LargeSummary?
  /// `events`, or `events and polling` where watches ran out, with the number of polled folders.
  package var watching: String
  /// The record of what agents did; nil where none ever called.
  package var audit: AuditState?

  /// Makes a report.
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
  /// Who has which file open or works on it, one line for each: editors by their files, programs that said so, claims.
  package var attendance: [String] {
    editors.map(\.words) + coordination.presenters.map(\.words) + coordination.claims.map(\.words)
  }
}

/// Requests the current state.
package struct StatusRequest: AnonymousVerb {
  package typealias Answer = StatusReport
  package static let name = "status"

  /// Creates a request.
  package init() {}
}
