internal import Documents
internal import FileWatching
internal import GitObjects
internal import History

extension WriteQueue {
  /// Takes what the watcher found due and records it.
  ///
  /// - Parameter defersAppends: whether appends may wait for those that follow; not where somebody asks for what is
  ///   recorded.
  func takeBatch(defersAppends: Bool = true) {
    guard let watcher else { return }
    let batch = watcher.takeBatch()
    claims?.note(batch) { recorder.isMissing($0) }
    let now = time.now().monotonic
    watching = batch.degraded?.sentence ?? "events"
    if batch.rootGone { return rootWent() }
    if !batch.repository.isEmpty { repositoryChanged(batch.repository, at: now) }
    keep(batch.closed)
    guard !batch.settled.isEmpty || !batch.rescans.isEmpty || batch.rescansAll || !batch.lateWrites.isEmpty else {
      return
    }
    observeGit()
    guard gate.allows(.record, at: now) == .now else {
      foreign.noteChange(at: now)
      return putBack(batch, at: now)
    }
    let before = recorder.tip
    if touchesRules(batch) {
      recorder.rules.reload()
      mustCheck = true
      // What a rule left out until now was never looked at, and what it leaves out now need not be watched.
      mustScan = true
      inspectBranch()
      // Git may have begun meanwhile: what it puts there is no save.
      let later = time.now().monotonic
      guard gate.allows(.record, at: later) == .now else { return putBack(batch, at: later) }
      recordPolicy()
    }
    record(batch, defersAppends: defersAppends, at: now)
    if !batch.rescans.isEmpty || batch.rescansAll
      || batch.settled.contains(where: { stoppedDeletions.contains($0.path) })
    {
      lookForReturned()
    }
    let late = batch.lateWrites.compactMap { $0.split(separator: "/").last.map(String.init) }
    if !recorder.settleDisplaced(late).isEmpty { latePause.reset() }
    settleGit(at: now)
    turnEnded(from: before)
    schedule()
  }

  /// Whether saves are recorded at all.
  var isRecording: Bool { recorder.state == .recording }

  private func touchesRules(_ batch: WatchBatch) -> Bool {
    batch.rescansAll
      || batch.settled.contains {
        $0.path.name == ".gitignore" || $0.path.name == ".gitattributes" || $0.path.string == PolicyBook.file
      }
  }

  /// Captures what a batch names, and has it come again when git has ended: git is at work, or recording is paused.
  private func putBack(_ batch: WatchBatch, at now: Int64) {
    putBack(batch.settled.map(\.path), at: now)
    if batch.rescansAll { mustScan = true }
    foldersToScan.formUnion(batch.rescans)
    recorder.noteLate(batch.lateWrites.compactMap { $0.split(separator: "/").last.map(String.init) })
    schedule()
  }

  private func putBack(_ paths: [WorkspacePath], at now: Int64) {
    keep(paths)
    // The scan at the end of a pause finds what was captured whole.
    guard let look = gate.nextLook(at: now), isRecording || look > now else { return }
    for path in paths {
      watcher?.postpone(path, until: look)
      if isRecording { unsettled[path, default: 0] += 0 }
    }
  }

  /// Takes what is due, turn by turn where it is much: others' turns come between.
  func takeBatches() async {
    takeBatch()
    while captureOn() || lookOn() {
      await Task.yield()
      // What a person saved meanwhile does not wait for the rest.
      takeBatch()
    }
  }

  /// Looks at more of what came in great numbers and records what differs when all was looked at.
  ///
  /// - Returns: whether more waits.
  func lookOn() -> Bool {
    guard !looks.isEmpty else { return false }
    observeGit()
    let now = time.now().monotonic
    guard gate.allows(.record, at: now) == .now else {
      putBack(looks.take().observations.map(\.path), at: now)
      schedule()
      return false
    }
    for path in looks.advance({ recorder.sift($0, within: .short) }) where unsettled[path] != nil {
      unsettled[path] = nil
    }
    let before = recorder.tip
    let many = looks.takeMany { recorder.isMissing($0) }
    if !many.isEmpty {
      record(many, renames: [], at: now)
      turnEnded(from: before)
    }
    guard looks.isDone else { return true }
    let (observations, renames) = looks.take()
    record(observations, renames: renames, at: now)
    turnEnded(from: before)
    schedule()
    return false
  }

  private func record(_ observations: [Observation], renames: [PathRename], at now: Int64) {
    guard !observations.isEmpty else { return }
    let before = recorder.tip
    var origin = WriteOrigin.person
    origin.renamed = renames
    let outcome = attempt { () throws(RecordError) in try recorder.record(observations, origin: origin) }
    let postponed = Set((outcome?.postponed ?? []) + (outcome?.deferred.keys.map { $0 } ?? []))
    for observation in observations where !postponed.contains(observation.path) {
      unsettled[observation.path] = nil
    }
    note(outcome, at: now)
    if outcome?.commits.isEmpty == false { noteSaved(observations.map(\.path), since: before, at: now) }
  }

  private func record(_ batch: WatchBatch, defersAppends: Bool, at now: Int64) {
    var observations: [Observation] = []
    for settled in batch.settled {
      observations.append(
        Observation(
          path: settled.path, believesDeletion: settled.reason == .deleted || settled.reason == .renamedAway,
          takesPrefix: settled.reason == .growing, mayWait: defersAppends && settled.reason == .closed))
    }
    noteRenames(batch.renames)
    let renames = batch.renames.filter { !$0.isFolder }.map { PathRename(from: $0.from.string, to: $0.to.string) }
    let moved = batch.renames.filter(\.isFolder)
    for rename in moved {
      let outcome = attempt { () throws(RecordError) in try recorder.scan(renamed: rename.from, to: rename.to) }
      note(outcome, below: [rename.from, rename.to], at: now)
    }
    if observations.count > WaitingLooks.few {
      looks.append(observations, renames: renames)
    } else {
      record(observations, renames: renames, at: now)
    }
    var folders = foldersToScan.union(batch.rescans).subtracting(moved.flatMap { [$0.from, $0.to] })
    foldersToScan = []
    if batch.rescansAll || mustScan {
      scanAll(believesDeletions: false)
      folders = []
    }
    for folder in folders.sorted() {
      let outcome = attempt { () throws(RecordError) in
        try recorder.scan(folder, believesDeletions: isRenamedAway(folder, batch))
      }
      note(outcome, below: [folder], at: now)
    }
    if !folders.isEmpty || !moved.isEmpty { watchWhatIsRecorded() }
  }

  /// Whether a folder was seen to be renamed: what is missing there is not waited for.
  private func isRenamedAway(_ folder: WorkspacePath, _ batch: WatchBatch) -> Bool {
    batch.renames.contains { $0.isFolder && ($0.from == folder || folder.isBelow($0.from)) }
  }

  func attempt(_ body: () throws(RecordError) -> ObservationOutcome) -> ObservationOutcome? {
    do throws(RecordError) {
      let outcome = try body()
      retries.reset()
      return outcome
    } catch {
      events.publish(.problem, error.description)
      mustScan = true
      retry()
      return nil
    }
  }

  /// Acts on the look at whole folders: what is below them waits no longer, unless the look says so.
  func note(_ outcome: ObservationOutcome?, below folders: [WorkspacePath], at now: Int64) {
    if let outcome {
      let postponed = Set(outcome.postponed)
      for path in unsettled.keys where !postponed.contains(path) {
        if folders.contains(where: { path == $0 || path.isBelow($0) }) { unsettled[path] = nil }
      }
    }
    note(outcome, at: now)
  }

  /// Acts on what a look led to: later looks, events, a question.
  func note(_ outcome: ObservationOutcome?, at now: Int64) {
    guard let outcome else { return }
    recordedCount += outcome.commits.count
    for (path, due) in outcome.deferred {
      watcher?.postpone(path, until: due)
      unsettled[path, default: 0] += 0
    }
    for path in outcome.postponed {
      // What is missing waits for the time of lone deletions, what is being written for its writer, whose end an event
      // tells: without one it is looked at ever more rarely.
      if recorder.isMissing(path) {
        watcher?.noteMissing(path)
        if watcher?.isOpen(path) == true { continue }
      } else {
        let tries = unsettled[path] ?? 0
        watcher?.postpone(
          path, until: now + LengtheningPause.pause(first: 200_000_000, longest: 30_000_000_000, after: tries))
      }
      unsettled[path, default: 0] += 1
    }
    copyLarge()
    for problem in outcome.problems { events.publish(.problem, problem.message, paths: [problem.path]) }
    if !outcome.stopped.isEmpty { raiseSafetyStop(outcome.stopped) }
    if !outcome.folders.isEmpty {
      foldersToScan.formUnion(outcome.folders)
      schedule()
    }
  }

  /// Records everything that is on disk now, at a barrier, at start and when a pause ended.
  func scanAll(believesDeletions: Bool) {
    let before = recorder.tip
    mustScan = false
    unsettled = [:]
    let now = time.now().monotonic
    let outcome = attempt { () throws(RecordError) in
      try recorder.scan(
        believesDeletions: believesDeletions, afterPowerLoss: afterPowerLoss,
        afterRestart: !hasLooked && !identity.isSameBoot,
        origin: isAuthorUnknown ? WriteOrigin(author: .unsure(during: "")) : .person)
    }
    note(outcome, at: now)
    noteSaved(since: before, at: now)
    if outcome != nil {
      afterPowerLoss = false
      isAuthorUnknown = false
      // Where it cannot be noted the next start looks at the folder as after a power cut once more.
      if !hasLooked { try? identity.noteBoot() }
      // Nothing is missing: whatever was asked about deletions before the start is settled.
      if !hasLooked, stoppedDeletions.isEmpty, outcome?.postponed.contains(where: recorder.isMissing) == false {
        questions.withdraw("folder-emptied")
      }
      hasLooked = true
      watchWhatIsRecorded()
      lookForReturned()
    }
    turnEnded(from: before)
  }

  /// Has the watcher leave folders that are ignored now, and enter those that are not any more.
  func watchWhatIsRecorded() {
    if ignoredFolders.settle(keeping: { (try? recorder.entry(at: $0)) == nil }) { watcher?.lookAgain() }
  }

  private func rootWent() {
    let reason = "the folder itself was moved, deleted or unmounted; nothing is recorded as deleted"
    pause = FolderPause(cause: .folder, reason: reason)
    tellMood(at: time.now().monotonic)
    rootGone()
  }

  /// Withdraws the question about deletions when the files came back by other means: an undone `mv`, a mount.
  func lookForReturned() {
    guard !stoppedDeletions.isEmpty else { return }
    stoppedDeletions = stoppedDeletions.filter { recorder.isMissing($0) }
    if stoppedDeletions.isEmpty { questions.withdraw("folder-emptied") } else { raiseSafetyStop([]) }
  }

  private func raiseSafetyStop(_ paths: [WorkspacePath]) {
    stoppedDeletions.formUnion(paths)
    questions.raise(.filesGone(stoppedDeletions.count, of: recorder.fileTotal))
  }
}
