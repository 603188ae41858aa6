internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import GitObjects
internal import History

/// The audit record of agents' acts here.
extension WriteQueue {
  /// The time in nanoseconds for which lines wait so that several are synced together: lines without a commit, and
  /// lines whose content a commit repeats. A sync beside the turns slows down the turns' own.
  private static let (auditPause, committedAuditPause): (Int64, Int64) = (50_000_000, 1_000_000_000)

  /// Adds a call of an agent to the audit record. A failed write is reported and blocks no one.
  ///
  /// - Parameter isCommitted: whether a commit of the tip has the same data, from which the line can be restored.
  func audit(_ entry: AuditEntry, isCommitted: Bool = false) {
    do throws(FileError) {
      for line in entry.lines { try auditLog.note(line, at: time.now().wall / 1_000_000) }
      auditProblem = nil
    } catch {
      auditProblem = "what agents do cannot be put on record: \(error)"
      events.publish(.problem, "what \(entry.agent) did could not be put on record: \(error)")
    }
    syncAudit(within: isCommitted ? Self.committedAuditPause : Self.auditPause)
  }

  private func syncAudit(within pause: Int64) {
    let due = time.now().monotonic + pause
    guard auditSync == nil || due < auditDue else { return }
    auditSync?.cancel()
    auditDue = due
    auditSync = Task { [weak self] in
      guard (try? await Task.sleep(nanoseconds: UInt64(pause))) != nil else { return }
      await self?.auditIsDue()
    }
  }

  private func auditIsDue() async {
    await syncAuditOnce()
    auditSync = nil
    // Lines that arrived in the meantime wait for others again.
    if auditLog.pending != nil { syncAudit(within: Self.auditPause) }
  }

  /// Syncs all lines, beside the turns: a commit names only lines that are durable.
  func syncAudit() async {
    while auditLog.pending != nil {
      guard await syncAuditOnce() else { break }
    }
  }

  @discardableResult
  private func syncAuditOnce() async -> Bool {
    guard let pending = auditLog.pending else { return true }
    do throws(FileError) { try await auditSyncer.synchronize(pending.location) } catch { return false }
    auditLog.noteDurable(pending.head)
    return true
  }

  /// Syncs the lines before the stop.
  func endAudit() {
    auditSync?.cancel()
    guard let pending = auditLog.pending else { return }
    try? recorder.synchronize(pending.location)
  }

  /// The maximum number of commits that are searched for unrecorded writes: more than there are between two
  /// checkpoints.
  private static let mostCompleted = 512

  /// Restores the audit lines of agents' writes that were lost if the last stop was not orderly.
  func completeAudit() {
    if isAuditTorn { completeAudit(since: auditBeginning) }
    isAuditTorn = false
  }

  /// Adds audit lines for agents' writes that commits since `beginning` contain and no line does.
  func completeAudit(since beginning: ObjectID?) {
    let newest = (try? auditLog.newestFile()) ?? nil
    let check = AuditCheck(files: newest.map { [$0] } ?? []) { [repository] in repository.id(of: .blob, $0) }
    let gap = AuditGap(check.entries)
    var missing: [AuditEntry] = []
    var next = recorder.tip
    for _ in 0..<Self.mostCompleted {
      guard let id = next, id != beginning, let commit = try? recorder.graph.commit(id) else { break }
      next = commit.parents.first
      guard let message = message(of: id), commit.parents.count < 2, message.machine == recorder.identity.machine,
        case .agent(let agent, let session) = message.author
      else { continue }
      let before = commit.parents.first.flatMap { try? recorder.graph.commit($0).tree }
      var lost: [AuditEntry] = []
      for change in (try? TreeDiff.changes(from: before, to: commit.tree, in: recorder.objects)) ?? [] {
        let version = change.new.map { String($0.id.hex.prefix(12)) }
        guard gap.lacks(change.path, version: version, session: session, at: commit.committer.seconds) else { continue }
        lost.append(
          AuditEntry(
            agent: agent, session: session, model: message.model, tool: message.tool,
            act: version == nil ? "delete" : "write", path: change.path, version: version))
      }
      missing = lost + missing
    }
    for entry in missing { audit(entry, isCommitted: true) }
  }

  /// The maximum number of the newest commits that are searched for one that names a line.
  private static let mostAnchors = 200

  /// Returns the state of the audit record; nil if there is none.
  func auditState() -> AuditState? {
    let lines = (try? auditLog.lineCount()) ?? nil
    guard lines != nil || auditProblem != nil else { return nil }
    return AuditState(lines: lines ?? 0, anchored: anchoredLine(), problem: auditProblem)
  }

  private func anchoredLine() -> Int? {
    var next = recorder.tip
    for _ in 0..<Self.mostAnchors {
      guard let id = next, let commit = try? recorder.graph.commit(id) else { return nil }
      if let head = message(of: id)?.audit.flatMap({ AuditHead($0) }), head.log == auditID {
        return head.number
      }
      next = commit.parents.first
    }
    return nil
  }

  /// Returns the files of the audit record, oldest first, and the last line that was written.
  ///
  /// - Throws: `VerbError` if a file cannot be read.
  func auditRecord() throws(VerbError) -> (files: [[UInt8]], written: AuditHead?) {
    do throws(FileError) { return (try auditLog.files(), auditLog.written) } catch {
      throw VerbError(error, root: repository.root)
    }
  }
}
