internal import WorkspaceAPI
internal import Documents
internal import FileSystem
internal import GitObjects
internal import History

/// The record of what agents did here.
extension WriteQueue {
  /// How long lines wait for others before they are made durable together, nanoseconds: those that nothing else tells of,
  /// and those of which a commit says the same. A sync beside the turns slows the turn's own.
  private static let (auditPause, committedAuditPause): (Int64, Int64) = (50_000_000, 1_000_000_000)

  /// Notes a call of an agent. What cannot be noted is told, and stops nobody.
  ///
  /// - Parameter isCommitted: whether a commit of the tip says the same, so that it is put back from there.
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
    // What came meanwhile waits for others again.
    if auditLog.pending != nil { syncAudit(within: Self.auditPause) }
  }

  /// Makes all lines durable, beside the turns: only then does a commit name them.
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

  /// Makes the lines durable before the stop.
  func endAudit() {
    auditSync?.cancel()
    guard let pending = auditLog.pending else { return }
    try? recorder.synchronize(pending.location)
  }

  /// How many commits are looked through for writes that are not on record: more than are between two checkpoints.
  private static let mostCompleted = 512

  /// Puts the writes of agents on record that the last stop, if it was not in order, took from it.
  func completeAudit() {
    if isAuditTorn { completeAudit(since: auditBeginning) }
    isAuditTorn = false
  }

  /// Puts the writes of agents on record that commits since another tell of and no line does.
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

  /// How many of the newest commits are looked at for one that names a line.
  private static let mostAnchors = 200

  /// How the record stands; nil where there is none.
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

  /// The files of the record, oldest first, and the last line that was written.
  func auditRecord() throws(VerbError) -> (files: [[UInt8]], written: AuditHead?) {
    do throws(FileError) { return (try auditLog.files(), auditLog.written) } catch {
      throw VerbError(error, root: repository.root)
    }
  }
}
