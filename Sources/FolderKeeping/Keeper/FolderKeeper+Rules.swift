package import GitObjects
package import Journal
package import Recording
package import WorkspaceAPI

/// Agents' calls and commands, the makers of commits, the policy and the repairs.
extension FolderKeeper {
  /// Opens a bracket, with doubt if earlier saves are not recorded.
  package func begin(_ bracket: Bracket, isSure: Bool) {
    rules.brackets.begin(bracket, isSure: isSure)
    if !isSure { schedule() }
  }

  /// Ends brackets whose end was reported, or lets the next recording of all files end them.
  package func end(_ ending: BracketEnding, isRecorded: Bool, leaving left: [BracketRequest.Left]?) {
    rules.brackets.end(ending, isRecorded: isRecorded, leaving: left)
    guard isRecorded else { return schedule() }
    if case .all = ending { work.turns.updateReported() }
  }

  /// Notes that an agent's program was connected or disconnected. A connection counts as open until its end is noted.
  package func noteConnection(ending connection: UInt64? = nil) { rules.brackets.noteConnection(ending: connection) }

  /// Adds a call of an agent to the audit record. A failed write is reported and blocks no one.
  package func audit(_ entry: AuditEntry, isCommitted: Bool = false) {
    records.calls.audit(entry, isCommitted: isCommitted)
  }

  /// Returns the changes since a commit by others than a session, by path.
  package func news(since: ObjectID, without session: AgentSession?, limit: Int) throws(VerbError) -> ChangesReport {
    try records.calls.news(since: since, without: session, limit: limit)
  }

  /// The number of commits that are read in one turn; other turns run in between.
  private static let mostAsked = 500

  /// Returns the makers of commits, without commits that cannot be read.
  package nonisolated func makers(of commits: [ObjectID]) async -> [ObjectID: CommitMaker] {
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

  /// Reads the policy again, and asks about a version that did not come from the person at this machine.
  package func judgePolicy(saved: SaveWatch.Version? = nil) { rules.policies.judgePolicy(saved: saved) }

  /// Reads the policy again after a verb of the person wrote it, and accepts the text that the person chose.
  package func judgePolicy(writtenBy request: WriteRequest, _ result: WriteResult) {
    rules.policies.judgePolicy(writtenBy: request, result)
  }

  /// Searches the whole tip if that is due, in slices between the turns; returns at the end.
  package func lookForLocalOnly() async { await rules.localOnly.lookForLocalOnly() }

  /// Records the repairs of a rescue, and excludes versions with lost content from publication.
  @discardableResult
  package func take(_ report: ObjectRescue.Report) -> Bool { records.repairs.take(report) }

  /// Waits until a damaged configuration has rested and is repaired; returns at once if it is not damaged.
  package func awaitConfiguration() async { await work.inspector.awaitConfiguration() }
}
