internal import WorkTree

extension FolderKeeper {
  /// Sets the one timer to the next due time; none when idle, so that nothing wakes the machine.
  func schedule() {
    // The end of the start sets the timer.
    guard !folder.isStopping, folder.hasStarted else { return }
    let now = time.now().monotonic
    work.chores.plan(at: now)
    guard let due = work.chores.next else { return }
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

  /// Does the due chores. Each changes what is due, so the agenda is planned again after each.
  private func timerFired() async {
    timer = nil
    timerDue = .max
    guard folder.hasStarted else { return }
    frame.observeGit()
    work.chores.plan(at: time.now().monotonic)
    var last: Agenda.Chore?
    while !folder.isStopping, let chore = work.chores.takeDue(after: last) {
      last = chore
      await run(chore)
      work.chores.plan(at: time.now().monotonic)
    }
    work.following.settleGit(at: time.now().monotonic)
    tables.changes.note()
    schedule()
  }

  private func run(_ chore: Agenda.Chore) async {
    let now = time.now().monotonic
    switch chore {
    case .checkConfiguration: work.inspector.repairConfiguration()
    case .expireQuestions: work.chores.expireQuestions()
    case .resume: frame.resume()
    case .adopt: await work.adoption.placeAdopted()
    case .inspect: work.inspector.inspectBranch()
    case .capture: work.capture.captureOn()
    case .scan: work.scanner.scanWhatWaits(at: now)
    case .readLate: work.observations.settleLate()
    case .placeLarge: work.placing.placeLarge()
    case .updateIdle: work.turns.updateIdle(at: now)
    case .follow: work.following.followIfDue(at: now)
    case .refreshIndex: if work.following.indexRefresh.mayBegin(at: now) { work.following.refreshIndex() }
    case .endDoubt:
      rules.brackets.beginRetry()
      frame.start(.endDoubt)
    case .syncAudit: await work.checkpoints.syncAudit()
    case .checkpoint: await work.checkpoints.checkpoint()
    }
  }

  /// The orderly stop: records the due observations, moves branch and index, and makes a checkpoint.
  package func close() {
    work.batches.takeBatch(defersAppends: false)
    while work.capture.captureOn() || work.observations.lookOn() {}
    if folder.isRecording { work.following.followBranch(force: true) }
    records.conflicts.storeConflicts()
    // The folder's lock is about to be released: no late task may write any more.
    timer?.cancel()
    timer = nil
    work.checkpoints.close(mayBeTorn: work.scanner.scanContext.isAfterPowerLoss)
  }

  /// Starts work beside the turns; returns at once.
  func start(_ side: SideWork, root: String) {
    Task { [weak self] in
      switch side {
      case .copy(let copy):
        let result = await LargeCopies.run(copy, root: root)
        await self?.copied(copy, result)
      case .readDisplaced(let slot, let reading):
        let result = await LargeCopies.run(reading, root: root)
        await self?.displacedWasRead(slot, result)
      case .findOrigins: await self?.findOrigins()
      case .findLocalOnly: await self?.lookForLocalOnly()
      case .placeLarge: await self?.placeWaiting()
      case .endDoubt: await self?.endDoubt()
      }
    }
  }

  private func copied(_ copy: LargeCopy, _ result: Result<LargeCopy.Result?, any Error>) {
    work.observations.copied(copy, result)
    tables.changes.note()
  }

  private func displacedWasRead(_ slot: String, _ result: Result<LargeCopy.Result?, any Error>) async {
    await work.checkpoints.copies.displacedWasRead(slot, result)
  }

  private func findOrigins() async { await records.history.lookForOrigins() }

  private func endDoubt() async {
    _ = try? await recordSettled(timeout: 1_000_000_000, reading: 15_000_000_000)
    rules.brackets.endRetry(at: time.now().monotonic)
    schedule()
  }

  private func placeWaiting() async { await work.placing.placeWaiting() }

  /// Reads beside the turns the versions that files had before the start.
  func seedVersions() async { await work.observations.seedVersions() }
}
