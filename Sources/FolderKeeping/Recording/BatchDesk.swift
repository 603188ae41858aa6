internal import Documents
internal import FileWatching
internal import GitObjects
internal import Permissions
internal import Recording
internal import WorkTree

/// Takes the watcher's batches and records them.
///
/// Belongs to the executor of `FolderKeeper`.
package struct BatchDesk {
  let recorder: Recorder
  let time: any TimeSource
  let folder: FolderState
  let links: FolderLinks
  let capture: CaptureDesk
  let observations: Observations
  let scanner: FolderScanner
  let inspector: BranchInspector
  let configuration: ConfigurationDesk
  let policies: PolicyJudge
  let names: FileNames
  let stopped: StoppedDeletions
  let following: BranchFollowing
  let frame: TurnFrame

  /// The longest rest between turns that compare placed files while others are being placed. No change ends it for a
  /// save that arrives meanwhile, so that it is short.
  private static let restWhilePlacing = Duration.milliseconds(30)

  /// Whether many saves are being recorded, or files from the remote placed: work that can wait leaves the processor to
  /// them.
  package var isInBurst: Bool {
    recorder.isAdopting || !observations.looks.isEmpty || observations.pace.isInBurst(at: time.now().monotonic)
  }

  /// Takes the due observations from the watcher and records them.
  ///
  /// - Parameter defersAppends: whether appends may wait for further ones; not if a caller asks for the recorded state.
  /// - Returns: whether any were due.
  @discardableResult
  func takeBatch(defersAppends: Bool = true) -> Bool {
    guard let watcher = links.watcher else { return false }
    let batch = watcher.takeBatch()
    links.claims?.note(batch) { recorder.tree.isMissing($0) }
    let now = time.now().monotonic
    links.watchMode = batch.degraded?.sentence ?? "events"
    if batch.rootGone {
      capture.rootWent()
      return true
    }
    if !batch.repository.isEmpty { inspector.repositoryChanged(batch.repository, at: now) }
    capture.keep(batch.closed)
    guard !batch.settled.isEmpty || !batch.rescans.isEmpty || batch.rescansAll || !batch.lateWrites.isEmpty else {
      return !batch.repository.isEmpty
    }
    let changesRules = touchesRules(batch)
    // A pause because of an attribute ends when the attribute is removed, perhaps with its folder.
    let mayEndPause = folder.pause?.cause.isGits == true && (changesRules || !batch.rescans.isEmpty)
    if changesRules || mayEndPause { configuration.noteRuleChange(attributeFiles: attributeFiles(in: batch)) }
    if mayEndPause { folder.apply(.inspectionRequired) }
    frame.observeGit()
    guard folder.gate.allows(.record, at: now) == .now else {
      // A file of the adoption that goes on meanwhile is no change by git.
      if batch.settled.contains(where: { !recorder.disk.isUntouched($0.path) }) { folder.apply(.filesChanged(at: now)) }
      putBack(batch, at: now)
      return true
    }
    let before = recorder.tip
    if changesRules {
      recorder.disk.rules.reload()
      // Files that a rule excluded until now were never read, and folders that it excludes now need no watch.
      folder.scans.addAll()
      inspector.inspectBranch()
      // git may have begun in the meantime: the files that it writes are no saves.
      let later = time.now().monotonic
      guard folder.gate.allows(.record, at: later) == .now else {
        putBack(batch, at: later)
        return true
      }
      recordPolicy()
    }
    record(batch, defersAppends: defersAppends, at: now)
    if !batch.rescans.isEmpty || batch.rescansAll
      || batch.settled.contains(where: { stopped.stoppedDeletions.contains($0.path) })
    {
      stopped.lookForReturned()
    }
    let late = batch.lateWrites.compactMap { $0.split(separator: "/").last.map(String.init) }
    if !recorder.settleDisplaced(late).isEmpty { observations.noteLateChange() }
    following.settleGit(at: now)
    frame.turnEnded(from: before)
    frame.schedule()
    return true
  }

  private func touchesRules(_ batch: WatchBatch) -> Bool {
    batch.rescansAll
      || batch.settled.contains {
        $0.path.name == ".gitignore" || $0.path.name == ".gitattributes" || $0.path.string == Policy.file
      }
  }

  /// Returns the changed attribute files that git reads for recorded files.
  private func attributeFiles(in batch: WatchBatch) -> [String] {
    batch.settled.map(\.path).filter {
      $0.name == ".gitattributes" && !recorder.disk.rules.isIgnored($0, false)
        && recorder.tree.foreignFolder(on: $0) == nil
    }.map(\.string)
  }

  /// Takes the due observations, turn by turn if there are many: other turns run in between.
  ///
  /// In a burst of saves it waits first, so that more of them share a commit; a caller that asks for the recorded state
  /// takes them meanwhile.
  func takeBatches(isolation: isolated (any Actor)? = #isolation) async {
    if let wait = observations.pace.wait(at: time.now().monotonic) {
      try? await Task.sleep(nanoseconds: UInt64(wait))
    }
    if takeBatch() { frame.changes.note() }
    while capture.captureOn() || observations.lookOn() {
      let seen = frame.changes.number
      // Files that are being placed are waited for; the events of those that were placed are not. The end of the
      // placing is a change.
      if folder.isPlacing, observations.comparesPlaced {
        try? await frame.changes.wait(past: seen, atMost: Self.restWhilePlacing)
      } else {
        await Task.yield()
      }
      // Saves of the person in the meantime do not wait for the rest.
      if takeBatch() { frame.changes.note() }
    }
  }

  /// Returns whether the folder's rename was seen: then its missing files are deleted without a wait.
  private func isRenamedAway(_ path: WorkspacePath, _ batch: WatchBatch) -> Bool {
    batch.renames.contains { $0.isFolder && ($0.from == path || path.isBelow($0.from)) }
  }

  /// Captures the paths of a batch and puts them back, with the renames of files, until git has ended or the pause has:
  /// nothing is recorded now.
  private func putBack(_ batch: WatchBatch, at now: Int64) {
    // The protection of a file follows it at once.
    names.noteRenames(batch.renames)
    observations.putBack(batch.settled.map(\.path), renames: batch.renames.filter { !$0.isFolder }, at: now)
    if batch.rescansAll { folder.scans.addAll() }
    folder.scans.add(batch.rescans)
    recorder.log.noteLate(batch.lateWrites.compactMap { $0.split(separator: "/").last.map(String.init) })
    frame.schedule()
  }

  private func record(_ batch: WatchBatch, defersAppends: Bool, at now: Int64) {
    var settledPaths: [Observation] = []
    let targets = Dictionary(
      batch.renames.filter { !$0.isFolder }.map { ($0.from, $0.to) }, uniquingKeysWith: { _, last in last })
    for settled in batch.settled {
      settledPaths.append(
        Observation(
          path: settled.path, believesDeletion: settled.reason == .deleted || settled.reason == .renamedAway,
          takesPrefix: settled.reason == .growing, mayWait: defersAppends && settled.reason == .closed,
          renamedTo: targets[settled.path].flatMap(observations.targetToWaitFor)))
    }
    names.noteRenames(batch.renames)
    let renames = batch.renames.filter { !$0.isFolder }.map { PathRename(from: $0.from.string, to: $0.to.string) }
    let moved = batch.renames.filter(\.isFolder)
    for rename in moved {
      let outcome = observations.attempt { () throws(RecordError) in
        try recorder.scan(renamed: rename.from, to: rename.to)
      }
      observations.note(outcome, below: [rename.from, rename.to], at: now)
    }
    observations.take(settledPaths, renames: renames, at: now)
    var folders = folder.scans.takeFolders().union(batch.rescans).subtracting(moved.flatMap { [$0.from, $0.to] })
    if batch.rescansAll || folder.scans.isOfAll {
      scanner.scanAll(believesDeletions: false)
      folders = []
    }
    for path in folders.sorted() {
      let outcome = observations.attempt { () throws(RecordError) in
        try recorder.scan(path, believesDeletions: isRenamedAway(path, batch))
      }
      observations.note(outcome, below: [path], at: now)
    }
    if !folders.isEmpty || !moved.isEmpty { scanner.watchWhatIsRecorded() }
  }

  /// Records the policy file before everything that arrived with it, and judges it: its rules apply to the rest.
  ///
  /// A save is accepted only when it is recorded: later there is no data on whether a text that is not in force was
  /// saved here. A file that is still being written is judged when its writer is done. The caller ends the turn.
  private func recordPolicy() {
    // Only the first scan distinguishes a file that a power failure left from one that was saved.
    guard let path = PolicyBook.path, !scanner.scanContext.isFirst, folder.isRecording, folder.allows(.inspect) else {
      return policies.judgePolicy()
    }
    let outcome = observations.attempt { () throws(RecordError) in try recorder.record([Observation(path: path)]) }
    observations.note(outcome, at: time.now().monotonic)
    if outcome?.postponed.contains(path) != true { policies.judgePolicy(saved: recorder.saveWatch?.take()) }
  }
}
