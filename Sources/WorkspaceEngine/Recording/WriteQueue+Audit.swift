internal import Documents
internal import FileSystem
internal import GitObjects
internal import History

/// The record of what agents did here.
extension WriteQueue {
  /// How long lines wait for others before they are made durable together, nanoseconds.
  private static let auditPause: UInt64 = 50_000_000

  /// Notes a call of an agent. What cannot be noted is told, and stops nobody.
  func audit(_ entry: AuditEntry) {
    do throws(FileError) {
      for line in entry.lines { try auditLog.note(line, at: time.now().wall / 1_000_000) }
    } catch {
      events.publish(.problem, "what \(entry.agent) did could not be put on record: \(error)")
    }
    guard auditSync == nil else { return }
    auditSync = Task { [weak self] in
      try? await Task.sleep(nanoseconds: Self.auditPause)
      await self?.syncAudit()
    }
  }

  /// Makes the lines durable, beside the turns: only then does a commit name them.
  func syncAudit() async {
    while let pending = auditLog.pending {
      do throws(FileError) { try await auditSyncer.synchronize(pending.location) } catch { break }
      auditLog.noteDurable(pending.head)
    }
    auditSync = nil
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
      let message = CommitMessage(parsing: commit.message)
      guard commit.parents.count < 2, message.machine == recorder.identity.machine,
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
    for entry in missing { audit(entry) }
  }

  /// The files of the record, oldest first.
  func auditFiles() throws(VerbError) -> [[UInt8]] {
    do throws(FileError) { return try auditLog.files() } catch { throw VerbError(error, root: repository.root) }
  }
}
