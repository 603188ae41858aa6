package import GitObjects
internal import Recording
internal import WorkTree

/// Scans folders for files that differ from the recorded state.
///
/// Belongs to the executor of `FolderKeeper`.
package final class FolderScanner {
  private let links: FolderLinks
  private let recorder: Recorder
  private let time: any TimeSource
  private let events: EventHub
  private let questions: QuestionList
  private let folder: FolderState
  private let identity: StoreIdentity
  private let ignoredFolders: IgnoredFolders
  private let stopped: StoppedDeletions
  private let observations: Observations
  private let capture: CaptureDesk
  private let idle: IdleDesk
  private let frame: TurnFrame
  /// The facts on which the next scan of the whole folder depends.
  private(set) var scanContext: ScanContext

  /// Creates the part from the parts that it uses.
  init(
    links: FolderLinks, recorder: Recorder, time: any TimeSource, events: EventHub, questions: QuestionList,
    folder: FolderState,
    identity: StoreIdentity, ignoredFolders: IgnoredFolders, stopped: StoppedDeletions, observations: Observations,
    capture: CaptureDesk, idle: IdleDesk, frame: TurnFrame, scanContext: ScanContext
  ) {
    self.links = links
    self.recorder = recorder
    self.time = time
    self.events = events
    self.questions = questions
    self.folder = folder
    self.identity = identity
    self.ignoredFolders = ignoredFolders
    self.stopped = stopped
    self.observations = observations
    self.capture = capture
    self.idle = idle
    self.frame = frame
    self.scanContext = scanContext
  }

  /// Records all files on disk: at a barrier, at the start and at the end of a pause.
  ///
  /// - Parameter found: the result of a comparison with the present tip that was made beside the turns; nil to compare
  ///   now.
  func scanAll(believesDeletions: Bool, found: [Observation]? = nil) {
    let before = recorder.tip
    _ = folder.scans.takeAll()
    observations.forgetUnsettled()
    let now = time.now().monotonic
    let outcome = observations.attempt { () throws(RecordError) in
      try recorder.scan(
        found: found, believesDeletions: believesDeletions, afterPowerLoss: scanContext.isAfterPowerLoss,
        afterRestart: scanContext.isFirst && !identity.isSameBoot,
        origin: scanContext.isAuthorUnknown ? WriteOrigin(author: .unsure(during: "")) : .person)
    }
    observations.note(outcome, at: now)
    idle.noteSaved(since: before, at: now)
    if outcome != nil {
      // If the write fails, the next start scans the folder once more as after a power failure.
      if scanContext.isFirst { try? identity.noteBoot() }
      // No file is missing: a question about deletions from before the start is settled.
      if scanContext.isFirst, stopped.stoppedDeletions.isEmpty,
        outcome?.postponed.contains(where: { recorder.tree.isMissing($0) }) == false
      {
        questions.withdraw(StoppedDeletions.question)
      }
      scanContext.noteDone()
      watchWhatIsRecorded()
      stopped.lookForReturned()
    }
    frame.turnEnded(from: before)
  }

  /// Makes the watcher leave folders that are ignored now, and enter folders that are not ignored any more.
  func watchWhatIsRecorded() {
    if ignoredFolders.settle(keeping: { (try? recorder.entry(at: $0)) == nil }) { links.watcher?.lookAgain() }
  }

  /// Updates the watches and the question about deletions after git or the remote moved the tip: it may have files in
  /// ignored folders, and may lack files that were deleted.
  func followTip() {
    watchWhatIsRecorded()
    stopped.lookForReturned()
  }

  /// Reads again the folders that could not be read when they changed.
  func scanWhatWaits(at now: Int64) {
    guard folder.isRecording else { return capture.captureWhatWaits() }
    let folders = folder.scans.takeFolders()
    if folder.scans.isOfAll {
      return scanAll(believesDeletions: false)
    }
    guard !folders.isEmpty else { return }
    let before = recorder.tip
    for path in folders.sorted() {
      let outcome = observations.attempt { () throws(RecordError) in try recorder.scan(path, believesDeletions: false)
      }
      observations.note(outcome, below: [path], at: now)
    }
    watchWhatIsRecorded()
    stopped.lookForReturned()
    frame.turnEnded(from: before)
  }

  /// Records the files of a folder, before the folder is moved.
  package func scanFolder(_ path: WorkspacePath) {
    frame.observeGit()
    guard folder.allows(.record) else { return }
    let now = time.now().monotonic
    let before = recorder.tip
    do throws(RecordError) { observations.note(try recorder.scan(path, believesDeletions: false), at: now) } catch {
      events.publish(.problem, error.description)
    }
    frame.turnEnded(from: before)
  }

  /// Records that history was lost.
  func noteLostHistory() { scanContext.noteLostHistory() }
}
