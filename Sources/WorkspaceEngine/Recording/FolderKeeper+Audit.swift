internal import Documents
internal import FileSystem
internal import GitObjects
internal import History
internal import WorkspaceAPI

/// The audit record of agents' acts here.
extension FolderKeeper {
  /// Adds a call of an agent to the audit record. A failed write is reported and blocks no one.
  ///
  /// - Parameter isCommitted: whether a commit of the tip has the same data, from which the line can be restored.
  func audit(_ entry: AuditEntry, isCommitted: Bool = false) {
    do throws(FileError) { try auditDesk.add(entry, isCommitted: isCommitted, at: time.now()) } catch {
      events.publish(.problem, "what \(entry.agent) did could not be put on record: \(error)")
    }
    schedule()
  }

  /// Restores the audit lines of agents' writes that were lost if the last stop was not orderly.
  func completeAudit() {
    if let gap = auditDesk.takeGap() { completeAudit(gap) }
  }

  /// Adds audit lines for agents' writes that the commits of a gap contain and no line does.
  func completeAudit(_ gap: AuditDesk.Gap) {
    for entry in auditDesk.missing(in: gap, of: recorder) { audit(entry, isCommitted: true) }
  }

  /// Returns the state of the audit record; nil if there is none.
  func auditState() -> AuditState? { auditDesk.state(of: recorder) }

  /// Returns the files of the audit record, oldest first, and the last line that was written.
  ///
  /// - Throws: `VerbError` if a file cannot be read.
  func auditRecord() throws(VerbError) -> (files: [[UInt8]], written: AuditHead?) {
    do throws(FileError) { return try auditDesk.record() } catch { throw VerbError(error, root: repository.root) }
  }
}
