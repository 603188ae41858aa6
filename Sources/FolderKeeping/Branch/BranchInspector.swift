internal import FileWatching
internal import Git
internal import GitObjects
internal import Recording
internal import WorkTree

/// Inspects the branch for changes by the person's git, and takes the person's commits.
///
/// Belongs to the executor of `FolderKeeper`.
struct BranchInspector {
  let links: FolderLinks
  let recorder: Recorder
  let repository: Repository
  let branch: BranchPeer
  let time: any TimeSource
  let events: EventHub
  let folder: FolderState
  let capture: CaptureDesk
  let scanner: FolderScanner
  let configuration: ConfigurationDesk
  let repairs: RepairDesk
  let makers: MakerLedger
  let history: FolderHistory
  let peer: PeerCommits
  let frame: TurnFrame

  /// Handles a change in `.git`, by Stet or by the person's own git.
  func repositoryChanged(_ parts: Set<RepositoryPart>, at now: Int64) {
    frame.observeGit()
    if !folder.isRecording { capture.noteHead() }
    if parts.contains(.indexLock), !branch.wroteIndex { folder.apply(.lockSeen(at: now)) }
    if parts.contains(.collection) { repairs.restorePruned() }
    if parts.contains(.configuration) {
      recorder.disk.rules.reload()
      configuration.noteChange(at: now)
    }
    inspectBranch()
    frame.schedule()
  }

  /// Reads the branch once git is at rest, and takes the commits that the person made there.
  func inspectBranch() {
    let now = time.now().monotonic
    guard folder.gate.allows(.inspect, at: now) == .now else {
      folder.apply(.inspectionRequired)
      return frame.schedule()
    }
    folder.apply(.inspectionBegan)
    if let cause = configuration.refusedConfiguration() { return capture.pauseForGit(cause) }
    do throws(ObjectStoreError) {
      var inspection = try branch.inspect(repository, graph: recorder.graph, tip: recorder.tip)
      if inspection.mayBeDamage, repairs.repairReferences() {
        inspection = try branch.inspect(repository, graph: recorder.graph, tip: recorder.tip)
      }
      switch inspection {
      case .unchanged:
        // A question from an earlier run: git's change was undone while the daemon was not running.
        if folder.pause == nil { capture.withdrawQuestion() }
        if folder.foreign.hasWorked || folder.pause?.cause.isGits == true { try peer.lookAsGit(at: branch.followed) }
        if capture.endPauseByGit() { scanner.scanAll(believesDeletions: false) }
      case .away(let reason): capture.pauseForGit(reason)
      case .committed(let commit) where recorder.isAdopting:
        peer.lateCommit = commit
        try peer.lookAsGit(at: commit)
        // The files of the running adoption come first; then the timer inspects the branch again.
        if capture.endPauseByGit() { folder.scans.addAll() }
        folder.apply(.inspectionRequired)
        frame.schedule()
      case .committed(let commit):
        try peer.lookAsGit(at: commit)
        takeCommits(commit)
      case .movedBack(let commit):
        if try peer.takesReplacement(commit) { takeCommits(commit, replacesTip: true) } else { askAboutBranch(commit) }
      case .gone: askAboutBranch(nil)
      }
      folder.retryTime.noteSuccess()
    } catch {
      events.publish(.problem, "the branch could not be read: \(error); Stet retries")
      folder.apply(.inspectionRequired)
      folder.retry()
    }
  }

  /// Brings the person's commits into the tip, with the tip as first parent; writes only files that both sides changed.
  ///
  /// - Parameter replacesTip: whether the commits replace all of the tip's further commits: a merge would restore the
  ///   text that the person amended.
  private func takeCommits(_ commit: ObjectID, replacesTip: Bool = false) {
    if capture.endPauseByGit() { folder.scans.addAll() }
    let before = recorder.tip
    if replacesTip { history.rescueTip() }
    do {
      let target = try peer.peerTarget(commit, replacesTip: replacesTip)
      let leaving = try peer.untouched(by: commit, target: target)
      switch try recorder.adopt(target, expecting: before, leaving: leaving, within: .short) {
      case .adopted:
        peer.lateCommit = nil
        branch.noteTaken(commit, at: time.now().monotonic)
        makers.noteTaken(commit, from: before)
        scanner.followTip()
      case .tipMoved:
        peer.lateCommit = commit
        folder.apply(.inspectionRequired)
      case .waits(let missing):
        peer.lateCommit = commit
        for path in missing { links.watcher?.noteMissing(path) }
        folder.apply(.inspectionRequired)
        folder.retryTime.postpone(until: time.now().monotonic + 200_000_000)
      }
    } catch {
      peer.lateCommit = commit
      events.publish(.problem, "the commits made with git could not be taken yet: \(error)")
      folder.apply(.inspectionRequired)
      folder.retry()
    }
    frame.turnEnded(from: before)
    frame.schedule()
  }

  private func askAboutBranch(_ commit: ObjectID?) {
    // Recorded now: by the time of the answer the agent's command has ended.
    if let commit { makers.noteGitMade(from: recorder.tip, to: commit) }
    history.rescueTip()
    capture.askAboutBranch(branch.name, movedTo: commit)
  }

  /// Waits until a damaged configuration has rested and is repaired; returns at once if it is not damaged.
  ///
  /// Until then git's answers about the configuration are not the person's settings.
  func awaitConfiguration(isolation: isolated (any Actor)? = #isolation) async {
    // Limited, because a program may write to the file again and again.
    for _ in 0..<10 {
      guard (try? ConfigurationCopy(root: repository.root).isRestorable()) == true else { return }
      let now = time.now().monotonic
      let rest = max(0, configuration.awaitCheck(at: now) - now)
      guard (try? await Task.sleep(nanoseconds: UInt64(rest))) != nil else { return }
      repairConfiguration()
    }
  }

  /// Restores a damaged configuration after a rest, and then inspects the branch.
  func repairConfiguration() { configuration.repairConfiguration { inspectBranch() } }
}
