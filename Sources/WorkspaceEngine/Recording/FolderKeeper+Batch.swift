internal import Documents
internal import FileWatching
internal import GitObjects
internal import History

extension FolderKeeper {
  /// Takes the due observations from the watcher and records them.
  ///
  /// - Parameter defersAppends: whether appends may wait for further ones; not if a caller asks for the recorded state.
  func takeBatch(defersAppends: Bool = true) {
    guard let watcher else { return }
    let batch = watcher.takeBatch()
    claims?.note(batch) { recorder.tree.isMissing($0) }
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
      // A file of the adoption that goes on meanwhile is no change by git.
      if batch.settled.contains(where: { !recorder.disk.isUntouched($0.path) }) { foreign.noteChange(at: now) }
      return putBack(batch, at: now)
    }
    let before = recorder.tip
    if touchesRules(batch) {
      recorder.disk.rules.reload()
      configurationWatch.noteRuleChange()
      // Files that a rule excluded until now were never read, and folders that it excludes now need no watch.
      scans.addAll()
      inspectBranch()
      // git may have begun in the meantime: the files that it writes are no saves.
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
    if !recorder.settleDisplaced(late).isEmpty { lateReads.noteChange() }
    settleGit(at: now)
    turnEnded(from: before)
    schedule()
  }

  /// Whether the recorder records saves.
  var isRecording: Bool { recorder.state == .recording }

  private func touchesRules(_ batch: WatchBatch) -> Bool {
    batch.rescansAll
      || batch.settled.contains {
        $0.path.name == ".gitignore" || $0.path.name == ".gitattributes" || $0.path.string == PolicyBook.file
      }
  }

  /// Captures the paths of a batch and puts them back until git has ended or the pause has: nothing is recorded now.
  private func putBack(_ batch: WatchBatch, at now: Int64) {
    putBack(batch.settled.map(\.path), at: now)
    if batch.rescansAll { scans.addAll() }
    scans.add(batch.rescans)
    recorder.log.noteLate(batch.lateWrites.compactMap { $0.split(separator: "/").last.map(String.init) })
    schedule()
  }

  private func putBack(_ paths: [WorkspacePath], at now: Int64) {
    keep(paths)
    // The scan at the end of a pause finds completely captured files.
    guard let look = gate.nextLook(at: now), isRecording || look > now else { return }
    for path in paths {
      watcher?.postpone(path, until: look)
      if isRecording { unsettled[path, default: 0] += 0 }
    }
  }

  /// Takes the due observations, turn by turn if there are many: other turns run in between.
  func takeBatches() async {
    takeBatch()
    while captureOn() || lookOn() {
      await Task.yield()
      // Saves of the person in the meantime do not wait for the rest.
      takeBatch()
    }
  }

  /// Compares further paths of a large batch; records the differing ones when all have been compared.
  ///
  /// - Returns: whether more paths wait.
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
    let many = looks.takeMany { recorder.tree.isMissing($0) }
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
    var folders = scans.takeFolders().union(batch.rescans).subtracting(moved.flatMap { [$0.from, $0.to] })
    if batch.rescansAll || scans.isOfAll {
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

  /// Returns whether the folder's rename was seen: then its missing files are deleted without a wait.
  private func isRenamedAway(_ folder: WorkspacePath, _ batch: WatchBatch) -> Bool {
    batch.renames.contains { $0.isFolder && ($0.from == folder || folder.isBelow($0.from)) }
  }

  func attempt(_ body: () throws(RecordError) -> ObservationOutcome) -> ObservationOutcome? {
    do throws(RecordError) {
      let outcome = try body()
      retryTime.noteSuccess()
      return outcome
    } catch {
      events.publish(.problem, error.description)
      scans.addAll()
      retry()
      return nil
    }
  }

  /// Handles the outcome of a scan of whole folders: the paths below them no longer wait, unless the scan postponed
  /// them.
  func note(_ outcome: ObservationOutcome?, below folders: [WorkspacePath], at now: Int64) {
    if let outcome {
      let postponed = Set(outcome.postponed)
      for path in unsettled.keys where !postponed.contains(path) {
        if folders.contains(where: { path == $0 || path.isBelow($0) }) { unsettled[path] = nil }
      }
    }
    note(outcome, at: now)
  }

  /// Handles the outcome of a recording: postponed paths, events, a question.
  func note(_ outcome: ObservationOutcome?, at now: Int64) {
    guard let outcome else { return }
    recordedCount += outcome.commits.count
    for (path, due) in outcome.deferred {
      watcher?.postpone(path, until: due)
      unsettled[path, default: 0] += 0
    }
    for path in outcome.postponed {
      // A missing file waits for the time of single deletions. A file that is being written waits for its writer, whose
      // end is an event; without an event it is read at growing intervals.
      if recorder.tree.isMissing(path) {
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
      scans.add(outcome.folders)
      schedule()
    }
  }

  /// Records all files on disk: at a barrier, at the start and at the end of a pause.
  func scanAll(believesDeletions: Bool) {
    let before = recorder.tip
    _ = scans.takeAll()
    unsettled = [:]
    let now = time.now().monotonic
    let outcome = attempt { () throws(RecordError) in
      try recorder.scan(
        believesDeletions: believesDeletions, afterPowerLoss: scanContext.isAfterPowerLoss,
        afterRestart: scanContext.isFirst && !identity.isSameBoot,
        origin: scanContext.isAuthorUnknown ? WriteOrigin(author: .unsure(during: "")) : .person)
    }
    note(outcome, at: now)
    noteSaved(since: before, at: now)
    if outcome != nil {
      // If the write fails, the next start scans the folder once more as after a power failure.
      if scanContext.isFirst { try? identity.noteBoot() }
      // No file is missing: a question about deletions from before the start is settled.
      if scanContext.isFirst, stoppedDeletions.isEmpty,
        outcome?.postponed.contains(where: { recorder.tree.isMissing($0) }) == false
      {
        questions.withdraw("folder-emptied")
      }
      scanContext.noteDone()
      watchWhatIsRecorded()
      lookForReturned()
    }
    turnEnded(from: before)
  }

  /// Makes the watcher leave folders that are ignored now, and enter folders that are not ignored any more.
  func watchWhatIsRecorded() {
    if ignoredFolders.settle(keeping: { (try? recorder.entry(at: $0)) == nil }) { watcher?.lookAgain() }
  }

  private func rootWent() {
    let reason = "the folder itself was moved, deleted or unmounted; nothing is recorded as deleted"
    pause = FolderPause(cause: .folder, reason: reason)
    tellMood(at: time.now().monotonic)
    listeners.rootGone()
  }

  /// Withdraws the question about deletions when the files were restored by other means: an undone `mv`, a mount.
  func lookForReturned() {
    guard !stoppedDeletions.isEmpty else { return }
    stoppedDeletions = stoppedDeletions.filter { recorder.tree.isMissing($0) }
    if stoppedDeletions.isEmpty { questions.withdraw("folder-emptied") } else { raiseSafetyStop([]) }
  }

  private func raiseSafetyStop(_ paths: [WorkspacePath]) {
    stoppedDeletions.formUnion(paths)
    questions.raise(.filesGone(stoppedDeletions.count, of: recorder.tips.fileTotal))
  }
}
