internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import Git
internal import GitObjects
internal import History
internal import LargeFiles
internal import Merge
internal import Sync

/// Agents' calls, commands and commits.
extension FolderKeeper {
  /// Opens a bracket: an agent's own tool is about to run.
  func begin(_ asked: Bracket, isSure: Bool) { rules.brackets.begin(asked, isSure: isSure) }

  /// Ends one bracket, or all brackets of a session.
  func end(_ id: String?, of session: String, leaving left: [BracketRequest.Left]?) {
    rules.brackets.end(id, of: session, leaving: left)
    if id == nil { work.turns.updateReported() }
  }

  /// Whether no agent's command is running, no agent's program is connected, and neither ended a short time ago.
  var isQuiet: Bool { rules.brackets.isQuiet }

  /// Notes that an agent's program was connected or disconnected. A connection counts as open until its end is noted.
  func noteConnection(ending connection: UInt64? = nil) { rules.brackets.noteConnection(ending: connection) }

  /// Adds a call of an agent to the audit record. A failed write is reported and blocks no one.
  func audit(_ entry: AuditEntry, isCommitted: Bool = false) { records.calls.audit(entry, isCommitted: isCommitted) }

  /// Restores the audit lines of agents' writes that were lost if the last stop was not orderly.
  func completeAudit() { records.calls.completeAudit() }

  /// Adds audit lines for agents' writes that the commits of a gap contain and no line does.
  func completeAudit(_ gap: AuditDesk.Gap) { records.calls.completeAudit(gap) }

  /// Returns the state of the audit record; nil if there is none.
  func auditState() -> AuditState? { records.calls.auditState() }

  /// Returns the files of the audit record, oldest first, and the last line that was written.
  func auditRecord() throws(VerbError) -> (files: [[UInt8]], written: AuditHead?) { try records.calls.auditRecord() }

  /// Returns the calls of agents' sessions that were executed here within the time for which a repeated call gets the
  /// same answer, as recorded in the commits. A call is left out if its session changed one of the files again later.
  func recentCalls() -> [RecalledCall] { records.calls.recentCalls() }

  /// Returns the changes since a commit by others than a session, by path.
  func news(since: ObjectID, without session: AgentSession?, limit: Int) throws(VerbError) -> ChangesReport {
    try records.calls.news(since: since, without: session, limit: limit)
  }

  /// Names the commits that git made while an agent's command ran in a commit of Stet's, before they are published:
  /// another machine could not distinguish them from the person's.
  func nameGitMade() { records.makers.nameGitMade() }

  /// Determines the makers of all commits from the whole history: at the first start of a folder that has one.
  func learnMakers(telling: [ObjectID], oldest: ObjectID?, at tip: ObjectID) {
    records.makers.learnMakers(telling: telling, oldest: oldest, at: tip)
  }
}
