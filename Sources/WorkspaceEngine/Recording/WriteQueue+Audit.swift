internal import FileSystem
internal import History

/// The record of what agents did here.
extension WriteQueue {
  /// How long lines wait for others before they are made durable together, nanoseconds.
  private static let auditPause: UInt64 = 50_000_000

  /// Notes a call of an agent. What cannot be noted is told, and stops nobody.
  func audit(_ entry: AuditEntry) {
    do throws(FileError) { try auditLog.note(entry, at: time.now().wall / 1_000_000) } catch {
      events.publish(.problem, "what \(entry.agent) did could not be put on record: \(error)")
    }
    guard auditSync == nil else { return }
    auditSync = Task { [weak self] in
      try? await Task.sleep(nanoseconds: Self.auditPause)
      await self?.syncAudit()
    }
  }

  /// Makes the lines durable, beside the turns: only then does a commit name them.
  private func syncAudit() async {
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

  /// The files of the record, oldest first.
  func auditFiles() throws(VerbError) -> [[UInt8]] {
    do throws(FileError) { return try auditLog.files() } catch { throw VerbError(error, root: repository.root) }
  }
}
