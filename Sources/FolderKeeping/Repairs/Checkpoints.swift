internal import Git
internal import GitObjects
internal import Recording
internal import Threads
internal import WorkTree

/// Makes everything recorded durable in one pack.
///
/// Belongs to the executor of `FolderKeeper`.
struct Checkpoints {
  let recorder: Recorder
  let repository: Repository
  let time: any TimeSource
  let events: EventHub
  let folder: FolderState
  let links: FolderLinks
  let auditDesk: AuditDesk
  let repairs: RepairDesk
  /// The copies of very large files.
  let copies: LargeCopies
  let capture: CaptureDesk

  /// Makes everything recorded durable in one pack; other turns run in between after a large adoption.
  func checkpoint(isolation: isolated (any Actor)? = #isolation) async {
    guard !folder.isCheckpointing else { return }
    folder.apply(.checkpointBegan)
    defer { folder.apply(.checkpointEnded) }
    // The checkpoint drops the journal, from which lost audit lines could be restored.
    await auditDesk.syncAll()
    guard !folder.isStopping else { return }
    repairs.restorePruned()
    do throws(RecordError) {
      if let ids = recorder.log.beginPack(), await pack(ids) { recorder.log.endPack(of: ids) }
      if let sync = recorder.log.beginBulkSync() { recorder.log.endBulkSync(isDone: await run(sync)) }
      guard !folder.isStopping else { return }
      try recorder.log.checkpoint(within: .short)
      while !recorder.log.endCheckpoint(within: .short) { await Task.yield() }
      guard !folder.isStopping else { return }
      copies.readDisplaced()
      try recorder.disk.storeCache()
      repository.dropOldSpares(now: time.now().seconds)
      folder.checkpoints.noteCheckpoint()
      links.listeners.rested()
    } catch {
      folder.checkpoints.noteFailure(at: time.now().monotonic)
      guard recorder.log.holdsLock() else { return capture.rootWent() }
      events.publish(.problem, "a checkpoint failed: \(error.description); it is tried again")
    }
  }

  /// Packs on a separate thread and with a separate handle. After a failure the checkpoint packs again and reports the
  /// problem.
  private func pack(_ ids: [ObjectID], isolation: isolated (any Actor)? = #isolation) async -> Bool {
    await onThread("stet.pack") { [root = repository.root] in RepositoryStore.pack(ids, root: root) }
  }

  /// Syncs on a separate thread: the sync may wait for other programs' writes.
  private func run(_ sync: BulkSync, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    await onThread("stet.sync") { sync.run() }
  }

  /// Syncs the lines of the audit record that are due.
  func syncAudit(isolation: isolated (any Actor)? = #isolation) async { await auditDesk.syncDueLines(time) }

  /// Closes the journal at the orderly stop; the folder's lock is about to be released.
  ///
  /// - Parameter mayBeTorn: whether power was lost before the start and no scan has looked for torn files since.
  func close(mayBeTorn: Bool) {
    auditDesk.end(recorder)
    defer { folder.apply(.paused(FolderPause(cause: .stopping, reason: "Stet is stopping"))) }
    do throws(RecordError) { try recorder.log.close(isClean: !mayBeTorn) } catch {
      events.publish(.problem, "the stop was not in order: \(error.description); the next start recovers")
    }
  }
}
