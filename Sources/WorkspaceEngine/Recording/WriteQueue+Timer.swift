internal import FileWatching
internal import GitObjects
internal import History
internal import Threads

extension WriteQueue {
  /// Sets the one timer to the next due time; none when idle, so that nothing wakes the machine.
  func schedule() {
    let now = time.now().monotonic
    var due = Int64.max
    if !isCheckpointing, let checkpoint = checkpoints.due(commits: recorder.commitsSinceCheckpoint, at: now) {
      due = checkpoint
    }
    if mustInspect && !recorder.isAdopting {
      due = min(due, max(gate.gitRests(at: now), retryAt))
    }
    if mustScan || !foldersToScan.isEmpty, let look = gate.nextLook(at: now) { due = min(due, max(look, retryAt)) }
    if !captures.isEmpty, allows(.capture) { due = min(due, captures.isReady ? now : max(now, retryAt)) }
    if let late = lateDue(at: now) { due = min(due, late) }
    if isRecording, let adoption = recorder.adoptionDue {
      if !isPlacing { due = min(due, max(adoption, gate.gitRests(at: now), retryAt)) }
    } else if isRecording, let follow = branch.followDue(at: now, tip: recorder.tip) {
      due = min(due, max(follow, followMayStart(at: now)))
    }
    if isRecording, let idle = idleUpdates.due(after: ruleBook.idleTime) {
      due = min(due, max(idle, gate.gitRests(at: now)))
    }
    if isRecording, !recorder.exchanged.isEmpty || !tellAgain.paths.isEmpty {
      let told = recorder.exchanged.isEmpty ? tellAgain.at : now + 200_000_000
      due = min(due, max(told, refreshAt, gate.gitRests(at: now)))
    }
    if isRecording, !placeLater.isEmpty { due = min(due, placeAt) }
    if let expiry = questions.expiry { due = min(due, expiry) }
    if let look = configurationWatch.due { due = min(due, look) }
    if recorder.isMendable { due = min(due, now + 2_000_000_000) }
    guard due != .max else { return }
    if timer != nil, timerDue <= due { return }
    timer?.cancel()
    timerDue = due
    // A wrong due time must never cause a busy loop.
    let wait = max(1_000_000, due - now)
    timer = Task { [weak self] in
      guard (try? await Task.sleep(nanoseconds: UInt64(wait))) != nil else { return }
      await self?.timerFired()
    }
  }

  /// Returns the time at which late displaced files are read again; nil if there are none. A new one resets the delay.
  private func lateDue(at now: Int64) -> Int64? {
    let late = Set(recorder.late.keys)
    if !late.isSubset(of: awaitedLate) { latePause.reset() }
    awaitedLate = late
    return isRecording && !late.isEmpty ? now + latePause.next : nil
  }

  /// Reads late displaced files again.
  private func settleLate() {
    guard isRecording, !recorder.late.isEmpty else { return }
    let before = recorder.tip
    latePause.lengthen()
    _ = recorder.settleDisplaced(recorder.late.keys.sorted())
    turnEnded(from: before)
  }

  private func timerFired() async {
    timer = nil
    timerDue = .max
    mendConfiguration()
    observeGit()
    questions.expire()
    mend()
    if recorder.isAdopting { await placeAdopted() }
    let now = time.now().monotonic
    if mustInspect, retryAt <= now { inspectBranch() }
    captureOn()
    if gate.nextLook(at: now) == now, retryAt <= now { scanWhatWaits(at: now) }
    settleLate()
    if !placeLater.isEmpty, placeAt <= now { placeLarge() }
    updateIdle(at: now)
    settleGit(at: now)
    if let due = branch.followDue(at: now, tip: recorder.tip), due <= now { followBranch(force: true) }
    if refreshAt <= now { refreshIndex() }
    if let due = checkpoints.due(commits: recorder.commitsSinceCheckpoint, at: now), due <= now {
      await checkpoint()
    }
    schedule()
  }

  /// Tries to record again after a full disk or a failing device stopped recording.
  func mend() {
    guard recorder.isMendable, recorder.mend() else { return }
    mustScan = true
    tellMood(at: time.now().monotonic)
    schedule()
  }

  /// Reads again the folders that could not be read when they changed.
  func scanWhatWaits(at now: Int64) {
    guard isRecording else { return captureWhatWaits() }
    if mustScan {
      foldersToScan = []
      return scanAll(believesDeletions: false)
    }
    guard !foldersToScan.isEmpty else { return }
    let before = recorder.tip
    let folders = foldersToScan
    foldersToScan = []
    for folder in folders.sorted() {
      let outcome = attempt { () throws(RecordError) in try recorder.scan(folder, believesDeletions: false) }
      note(outcome, below: [folder], at: now)
    }
    watchWhatIsRecorded()
    lookForReturned()
    turnEnded(from: before)
  }

  /// Makes everything recorded durable in one pack; other turns run in between after a large adoption.
  func checkpoint() async {
    guard !isCheckpointing else { return }
    isCheckpointing = true
    defer { isCheckpointing = false }
    // The checkpoint drops the journal, from which lost audit lines could be restored.
    await syncAudit()
    restorePruned()
    do throws(RecordError) {
      if let ids = recorder.beginPack(), await pack(ids) { recorder.endPack(of: ids) }
      if let sync = recorder.beginBulkSync() { recorder.endBulkSync(isDone: await run(sync)) }
      try recorder.checkpoint(within: .short)
      while try !recorder.endCheckpoint(within: .short) { await Task.yield() }
      readDisplaced()
      try recorder.storeCache()
      repository.dropOldSpares(now: time.now().seconds)
      checkpoints.noteCheckpoint()
      rested()
    } catch {
      checkpoints.noteFailure(at: time.now().monotonic)
      events.publish(.problem, "a checkpoint failed: \(error.description); it is tried again")
    }
  }

  /// Packs on a separate thread and with a separate handle. After a failure the checkpoint packs again and reports the
  /// problem.
  private func pack(_ ids: [ObjectID]) async -> Bool {
    await onThread("stet.pack") { [root = repository.root] in RepositoryStore.pack(ids, root: root) }
  }

  /// Syncs on a separate thread: the sync may wait for other programs' writes.
  private func run(_ sync: BulkSync) async -> Bool {
    await onThread("stet.sync") { sync.run() }
  }

  /// The orderly stop: records the due observations, moves branch and index, and makes a checkpoint.
  func close() {
    takeBatch(defersAppends: false)
    while captureOn() || lookOn() {}
    if isRecording { followBranch(force: true) }
    storeConflicts()
    endAudit()
    // The folder's lock is about to be released: no late task may write any more.
    timer?.cancel()
    timer = nil
    defer { pause = FolderPause(cause: .stopping, reason: "Stet is stopping") }
    do throws(RecordError) { try recorder.close() } catch {
      events.publish(.problem, "the stop was not in order: \(error.description); the next start recovers")
    }
  }
}
