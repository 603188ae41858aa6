internal import FileSystem
internal import Git
internal import GitObjects
package import Journal
internal import Recording
internal import GitProcess
internal import WorkTree
package import WorkspaceAPI

/// Records agents' calls in the audit record, and finds what is new to their sessions.
///
/// Belongs to the executor of `FolderKeeper`.
package struct CallDesk {
  let recorder: Recorder
  let repository: Repository
  let time: any TimeSource
  let events: EventHub
  let auditDesk: AuditDesk
  let history: FolderHistory
  let conflicts: ConflictLedger
  let frame: TurnFrame

  /// Adds a call of an agent to the audit record. A failed write is reported and blocks no one.
  ///
  /// - Parameter isCommitted: whether a commit of the tip has the same data, from which the line can be restored.
  func audit(_ entry: AuditEntry, isCommitted: Bool = false) {
    do throws(FileError) { try auditDesk.add(entry, isCommitted: isCommitted, at: time.now()) } catch {
      events.publish(.problem, "what \(entry.agent) did could not be put on record: \(error)")
    }
    frame.schedule()
  }

  /// Restores the audit lines of agents' writes that were lost if the last stop was not orderly.
  package func completeAudit() {
    if let gap = auditDesk.takeGap() { completeAudit(gap) }
  }

  /// Adds audit lines for agents' writes that the commits of a gap contain and no line does.
  func completeAudit(_ gap: AuditDesk.Gap) {
    for entry in auditDesk.missing(in: gap, of: recorder) { audit(entry, isCommitted: true) }
  }

  /// Returns the state of the audit record; nil if there is none.
  package func auditState() -> AuditState? { auditDesk.state(of: recorder) }

  /// Returns the files of the audit record, oldest first, and the last line that was written.
  ///
  /// - Throws: `VerbError` if a file cannot be read.
  package func auditRecord() throws(VerbError) -> (files: [[UInt8]], written: AuditHead?) {
    do throws(FileError) { return try auditDesk.record() } catch { throw VerbError(error) }
  }

  /// Adds an agent's write to the audit record, and determines the changes that are new to its session.
  func close(_ closing: CallClosing, _ result: WriteResult) -> ClosedCall {
    var entry = closing.entry
    entry.version = result.token.map { String($0.hex.prefix(12)) }
    audit(entry, isCommitted: result.commit != nil)
    var report = ChangesReport(tip: recorder.tip)
    if let since = closing.since, since != report.tip {
      // If the old tip is not known any more, nothing is reported as new.
      report = (try? news(since: since, without: closing.session, limit: closing.mostNews)) ?? report
    }
    return ClosedCall(news: report)
  }

  /// The number of newest commits that are read whatever their times, because the machines' clocks differ; and the
  /// maximum number.
  private static let (leastCalls, mostCalls) = (100, 2_000)

  /// Returns the calls of agents' sessions that were executed here within the time for which a repeated call gets the
  /// same answer, as recorded in the commits. A call is left out if its session changed one of the files again later.
  package func recentCalls() -> [RecalledCall] {
    var found: [RecalledCall] = []
    var later: Set<SessionPath> = []
    eachChange(within: RepeatedCalls.window / 1_000_000_000, most: Self.mostCalls) { change in
      guard change.isOwn else { return true }
      let paths = history.places(of: change.commit, unlike: change.parent)
      let places = paths.map { SessionPath(session: change.session, path: $0) }
      if let call = change.call, later.isDisjoint(with: places) { found.append(recalled(call, change, paths)) }
      later.formUnion(places)
      return true
    }
    return found
  }

  /// Returns the call of a session with an id of its own, as recorded in its commit since a time (seconds since 1970);
  /// nil if there is none. Another folder may have executed a call of a session that travels.
  package func call(_ id: String, of session: AgentSession, since: Int64) -> RecalledCall? {
    var found: RecalledCall?
    // The clock may have been set back since.
    eachChange(within: max(0, time.now().seconds - since) + 60, most: .max) { change in
      guard change.call == id, change.session == session,
        change.isOwn || GitTransport.hasSession(change.id, in: repository)
      else { return true }
      found = recalled(id, change, history.places(of: change.commit, unlike: change.parent))
      return false
    }
    return found
  }

  /// Returns a call with the receipt for its change of paths.
  private func recalled(_ call: String, _ change: SessionChange, _ paths: [WorkspacePath]) -> RecalledCall {
    let standing = paths.first { history.entry(at: $0, in: change.commit) != nil } ?? paths.first
    let receipt = WriteReceipt(
      path: standing?.string ?? "", token: standing.flatMap { history.entry(at: $0, in: change.commit)?.id },
      commit: change.commit, merged: false, unchanged: false, held: nil)
    return RecalledCall(
      session: change.session, call: call, paths: paths.map(\.string), receipt: receipt, age: change.age)
  }

  /// Visits the changes of agents' sessions, newest first. `visit` returns whether to continue.
  ///
  /// - Parameters:
  ///   - seconds: the age up to which changes are visited.
  ///   - most: the largest number of commits that are read.
  private func eachChange(within seconds: Int64, most: Int, _ visit: (SessionChange) -> Bool) {
    let now = time.now().seconds
    var waiting: [(seconds: Int64, id: ObjectID)] = []
    var seen: Set<ObjectID> = []
    func wait(_ id: ObjectID) {
      guard seen.insert(id).inserted, let commit = try? recorder.graph.commit(id) else { return }
      let place = waiting.firstIndex { $0.seconds > commit.committer.seconds } ?? waiting.endIndex
      waiting.insert((commit.committer.seconds, id), at: place)
    }
    for tip in [recorder.tip, recorder.tips.heldTip] { if let tip { wait(tip) } }
    var count = 0
    while count < most, let (_, id) = waiting.popLast(), let commit = try? recorder.graph.commit(id) {
      count += 1
      let age = max(0, now - commit.author.seconds)
      guard age <= seconds || count <= Self.leastCalls else { continue }
      for parent in commit.parents { wait(parent) }
      guard let message = history.message(of: id), age <= seconds, case .agent(let agent, let name?)? = message.author
      else { continue }
      let change = SessionChange(
        commit: id, parent: commit.parents.first, session: AgentSession(agent: agent, id: name), id: name,
        isOwn: recorder.identity.made(message), call: message.call, age: age)
      guard visit(change) else { return }
    }
  }

  /// A commit by an agent's session.
  private struct SessionChange {
    var commit: ObjectID
    var parent: ObjectID?
    var session: AgentSession
    /// The session's id.
    var id: String
    /// Whether the commit was recorded in this folder.
    var isOwn: Bool
    /// The key or the id of its call; nil if the commit names none.
    var call: String?
    /// The age in seconds.
    var age: Int64
  }

  private struct SessionPath: Hashable {
    var session: AgentSession
    var path: WorkspacePath
  }

  /// Returns the changes since a commit by others than a session, by path.
  ///
  /// - Throws: `VerbError` if the history cannot be read.
  func news(since: ObjectID, without session: AgentSession?, limit: Int) throws(VerbError) -> ChangesReport {
    guard let tip = recorder.tip else { return ChangesReport(tip: nil) }
    do throws(ObjectStoreError) {
      let news = try recorder.tips.news(since: since, to: tip, limit: limit) { author in
        if case .agent(let name, let id?) = author { AgentSession(agent: name, id: id) == session } else { false }
      }
      let asked = Set(
        recorder.saves.unseen.all.keys.map { NameKey($0.string) }
          + (conflicts.openConflicts()?.list ?? []).map { NameKey($0.conflict.path) })
      let shown = news.paths.map { path in
        var changed = ChangedPath(
          path: path.path, authors: path.authors.map { AuthorRecord($0.author, personName: $0.name) },
          added: path.added, removed: path.removed, token: path.token)
        if asked.contains(NameKey(path.path)) { changed.isAsked = true }
        return changed
      }
      return ChangesReport(tip: tip, changes: shown, more: news.more, isWhole: news.isWhole)
    } catch { throw VerbError(error) }
  }
}
