internal import FileWatching
internal import GitObjects
internal import History
internal import Threads

extension FolderKeeper {
  /// Sets the one timer to the next due time; none when idle, so that nothing wakes the machine.
  func schedule() {
    guard !isStopping else { return }
    let now = time.now().monotonic
    plan(at: now)
    guard let due = agenda.next else { return }
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

  /// Sets the due time of each chore.
  private func plan(at now: Int64) {
    let rest = gate.gitRests(at: now)
    let adoption = recorder.log.adoptionDue
    agenda.set(.checkConfiguration, at: configurationWatch.due)
    agenda.set(.expireQuestions, at: questions.expiry)
    agenda.setOnce(.resume, at: recorder.isMendable ? now + 2_000_000_000 : nil)
    agenda.set(.inspect, at: mustInspect && !recorder.isAdopting ? max(rest, retryTime.at) : nil)
    agenda.set(
      .capture, at: !captures.isEmpty && allows(.capture) ? captures.isReady ? now : max(now, retryTime.at) : nil)
    agenda.set(.scan, at: scans.isEmpty ? nil : gate.nextLook(at: now).map { max($0, retryTime.at) })
    agenda.set(.syncAudit, at: auditDesk.syncDue)
    agenda.set(
      .checkpoint,
      at: isCheckpointing ? nil : checkpoints.due(commits: recorder.tips.commitsSinceCheckpoint, at: now))
    guard isRecording else {
      for chore in [Agenda.Chore.adopt, .readLate, .placeLarge, .updateIdle, .follow, .refreshIndex] {
        agenda.set(chore, at: nil)
      }
      return
    }
    // While git holds its lock and changes nothing, files are written all the same: the delay is not prolonged.
    agenda.setOnce(.adopt, at: isPlacing ? nil : adoption.map { max($0, rest, retryTime.at) })
    agenda.setOnce(.readLate, at: lateReads.due(for: Set(recorder.late.keys), at: now))
    agenda.set(.placeLarge, at: waitingPlacements.due)
    agenda.set(.updateIdle, at: idleUpdates.due(after: ruleBook.idleTime).map { max($0, rest) })
    let follow = adoption == nil ? branch.followDue(at: now, tip: recorder.tip) : nil
    if foreign.hasWorked || recorder.gitView != nil {
      // Files may have content from git that differs from the branch's commit.
      agenda.setOnce(.follow, at: follow.map { max($0, rest, now + 20_000_000, retryTime.at) })
    } else {
      agenda.set(.follow, at: follow.map { max($0, now) })
    }
    let refresh = indexRefresh.due(hasExchanged: !recorder.exchanges.paths.isEmpty, at: now)
    agenda.setOnce(.refreshIndex, at: refresh.map { max($0, rest) })
  }

  /// Whether the orderly stop has begun: the folder's lock is released soon, and nothing may be written any more.
  private var isStopping: Bool { pause?.cause == .stopping }

  /// Does the due chores. Each changes what is due, so the agenda is planned again after each.
  private func timerFired() async {
    timer = nil
    timerDue = .max
    observeGit()
    plan(at: time.now().monotonic)
    var last: Agenda.Chore?
    while !isStopping, let chore = agenda.takeDue(at: time.now().monotonic, after: last) {
      last = chore
      await run(chore)
      plan(at: time.now().monotonic)
    }
    settleGit(at: time.now().monotonic)
    schedule()
  }

  private func run(_ chore: Agenda.Chore) async {
    let now = time.now().monotonic
    switch chore {
    case .checkConfiguration: mendConfiguration()
    case .expireQuestions: questions.expire()
    case .resume: mend()
    case .adopt: await placeAdopted()
    case .inspect: inspectBranch()
    case .capture: captureOn()
    case .scan: scanWhatWaits(at: now)
    case .readLate: settleLate()
    case .placeLarge: placeLarge()
    case .updateIdle: updateIdle(at: now)
    case .follow:
      if let due = branch.followDue(at: now, tip: recorder.tip), due <= now { followBranch(force: true) }
    case .refreshIndex: if indexRefresh.mayBegin(at: now) { refreshIndex() }
    case .syncAudit: await auditDesk.syncDueLines(time)
    case .checkpoint: await checkpoint()
    }
  }

  /// Reads late displaced files again.
  private func settleLate() {
    guard isRecording, !recorder.late.isEmpty else { return }
    let before = recorder.tip
    lateReads.noteRead()
    _ = recorder.settleDisplaced(recorder.late.keys.sorted())
    turnEnded(from: before)
  }

  /// Tries to record again after a full disk or a failing device stopped recording.
  func mend() {
    guard recorder.isMendable, recorder.mend() else { return }
    scans.addAll()
    tellMood(at: time.now().monotonic)
    schedule()
  }

  /// Reads again the folders that could not be read when they changed.
  func scanWhatWaits(at now: Int64) {
    guard isRecording else { return captureWhatWaits() }
    let folders = scans.takeFolders()
    if scans.isOfAll {
      return scanAll(believesDeletions: false)
    }
    guard !folders.isEmpty else { return }
    let before = recorder.tip
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
    await auditDesk.syncAll()
    guard !isStopping else { return }
    restorePruned()
    do throws(RecordError) {
      if let ids = recorder.log.beginPack(), await pack(ids) { recorder.log.endPack(of: ids) }
      if let sync = recorder.log.beginBulkSync() { recorder.log.endBulkSync(isDone: await run(sync)) }
      guard !isStopping else { return }
      try recorder.log.checkpoint(within: .short)
      while try !recorder.log.endCheckpoint(within: .short) { await Task.yield() }
      guard !isStopping else { return }
      readDisplaced()
      try recorder.disk.storeCache()
      repository.dropOldSpares(now: time.now().seconds)
      checkpoints.noteCheckpoint()
      listeners.rested()
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
    auditDesk.end(recorder)
    // The folder's lock is about to be released: no late task may write any more.
    timer?.cancel()
    timer = nil
    defer { pause = FolderPause(cause: .stopping, reason: "Stet is stopping") }
    do throws(RecordError) { try recorder.log.close() } catch {
      events.publish(.problem, "the stop was not in order: \(error.description); the next start recovers")
    }
  }
}
