internal import GitObjects
internal import Recording
internal import WorkTree

/// Moves branch and index to the tip.
///
/// Belongs to the executor of `FolderKeeper`.
package final class BranchFollowing {
  private let recorder: Recorder
  private let branch: BranchPeer
  private let time: any TimeSource
  private let events: EventHub
  private let folder: FolderState
  private let observations: Observations
  private let repairs: RepairDesk
  private let frame: TurnFrame
  /// The schedule of index updates for exchanged files.
  private(set) var indexRefresh = IndexRefresh()

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, branch: BranchPeer, time: any TimeSource, events: EventHub, folder: FolderState,
    observations: Observations, repairs: RepairDesk, frame: TurnFrame
  ) {
    self.recorder = recorder
    self.branch = branch
    self.time = time
    self.events = events
    self.folder = folder
    self.observations = observations
    self.repairs = repairs
    self.frame = frame
  }

  /// Updates git's index after exchanges of placeholders and contents.
  package func refreshIndex() {
    recorder.exchanges.putBack(indexRefresh.takeRacy(at: time.now().monotonic))
    guard !recorder.exchanges.paths.isEmpty, folder.allows(.write) else { return }
    let start = time.now().monotonic
    let paths = recorder.exchanges.take()
    let isTold = branch.refresh(paths, recorder, time: time)
    noteRacy()
    if !isTold {
      recorder.exchanges.putBack(paths)
    } else if !indexRefresh.hasRacy {
      recorder.exchanges.noteIndexUpdated()
    }
    indexRefresh.noteEnd(from: start, to: time.now().monotonic, isDone: isTold)
    frame.schedule()
  }

  private func noteRacy() { indexRefresh.addRacy(branch.takeRacy(), at: time.now().monotonic) }

  /// Moves branch and index to the tip if they are due.
  ///
  /// - Parameter force: whether they follow regardless of the due time: at a barrier, at the stop, and when due by the
  ///   timer.
  func followBranch(force: Bool) {
    defer { if force { refreshIndex() } }
    guard folder.isRecording, !recorder.isAdopting, let tip = recorder.tip, tip != branch.followed else { return }
    let now = time.now().monotonic
    branch.noteTipMoved(at: now)
    settleGit(at: now)
    guard !folder.foreign.hasWorked, recorder.gitView == nil else { return }
    guard force || (branch.followDue(at: now, tip: tip) ?? .max) <= now else { return }
    repairs.restorePruned()
    do throws(ObjectStoreError) {
      if try branch.follow(recorder, time: time) {
        noteRacy()
        events.publish(.followed, "git's branch and index are at the tip", commit: tip)
      } else {
        folder.apply(.inspectionRequired)
      }
    } catch { events.publish(.problem, "branch and index could not be brought along: \(error); it is tried again") }
  }

  /// Moves branch and index to the tip if their time has come.
  func followIfDue(at now: Int64) {
    if let due = branch.followDue(at: now, tip: recorder.tip), due <= now { followBranch(force: true) }
  }

  /// Ends the comparison with git's commit, once all files that git touched have been read.
  func settleGit(at now: Int64) {
    guard folder.foreign.hasWorked || recorder.gitView != nil, folder.gate.allows(.record, at: now) == .now,
      !folder.mustInspect,
      folder.scans.isEmpty, observations.looks.isEmpty,
      observations.unsettled.isEmpty || folder.foreign.endedLongAgo(now)
    else { return }
    recorder.gitView = nil
    if folder.foreign.hasWorked { branch.mendStale(recorder, time: time) }
    folder.apply(.gitSettled)
  }
}
