internal import GitObjects
internal import Journal
internal import Recording
internal import WorkspaceAPI

/// Agents' calls and commands, and the makers of commits.
extension FolderKeeper {
  /// Opens a bracket, with doubt if earlier saves are not recorded.
  func begin(_ bracket: Bracket, isSure: Bool) {
    rules.brackets.begin(bracket, isSure: isSure)
    if !isSure { schedule() }
  }

  /// Ends brackets whose end was reported, or lets the next recording of all files end them.
  func end(_ ending: BracketEnding, isRecorded: Bool, leaving left: [BracketRequest.Left]?) {
    rules.brackets.end(ending, isRecorded: isRecorded, leaving: left)
    guard isRecorded else { return schedule() }
    if case .all = ending { work.turns.updateReported() }
  }

  /// Whether no agent's command is running, no agent's program is connected, and neither ended a short time ago.
  var isQuiet: Bool { rules.brackets.isQuiet }

  /// Notes that an agent's program was connected or disconnected. A connection counts as open until its end is noted.
  func noteConnection(ending connection: UInt64? = nil) { rules.brackets.noteConnection(ending: connection) }

  /// Adds a call of an agent to the audit record. A failed write is reported and blocks no one.
  func audit(_ entry: AuditEntry, isCommitted: Bool = false) { records.calls.audit(entry, isCommitted: isCommitted) }

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

  /// The number of commits that are read in one turn; other turns run in between.
  private static let mostAsked = 500

  /// Returns the makers of commits, without commits that cannot be read.
  nonisolated func makers(of commits: [ObjectID]) async -> [ObjectID: CommitMaker] {
    var makers: [ObjectID: CommitMaker] = [:]
    for start in stride(from: 0, to: commits.count, by: Self.mostAsked) {
      let part = commits[start..<min(start + Self.mostAsked, commits.count)]
      makers.merge(await someMakers(of: part)) { first, _ in first }
    }
    return makers
  }

  private func someMakers(of commits: ArraySlice<ObjectID>) -> [ObjectID: CommitMaker] {
    var makers: [ObjectID: CommitMaker] = [:]
    for id in commits { makers[id] = try? recorder.graph.maker(of: id) }
    return makers
  }
}
