internal import Git
internal import GitObjects
internal import Recording
internal import WorkTree

/// Captures content that is saved while recording is paused or git is at work, and begins and ends the pauses.
///
/// Belongs to the executor of `FolderKeeper`.
package final class CaptureDesk {
  private let recorder: Recorder
  private let repository: Repository
  private let time: any TimeSource
  private let events: EventHub
  private let questions: QuestionList
  private let folder: FolderState
  private let links: FolderLinks
  private let history: FolderHistory
  private let copies: LargeCopies
  private let reports: FolderReports
  private let frame: TurnFrame
  /// The paths that wait to be captured.
  private(set) var captures = WaitingCaptures()
  /// The commit of git's HEAD as last seen while recording was paused.
  private var pausedHead = PausedHead()
  /// Whether saves are captured as soon as they are closed.
  private var keepsAtOnce = false

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, repository: Repository, time: any TimeSource, events: EventHub, questions: QuestionList,
    folder: FolderState, links: FolderLinks, history: FolderHistory, copies: LargeCopies, reports: FolderReports,
    frame: TurnFrame
  ) {
    self.recorder = recorder
    self.repository = repository
    self.time = time
    self.events = events
    self.questions = questions
    self.folder = folder
    self.links = links
    self.history = history
    self.copies = copies
    self.reports = reports
    self.frame = frame
  }

  /// Captures the present contents of files; of many files a part now and the rest turn by turn.
  func keep(_ paths: [WorkspacePath]) {
    guard !paths.isEmpty else { return }
    captures.add(paths)
    captureOn()
    if !captures.isEmpty { frame.schedule() }
  }

  /// Captures further waiting paths. A failure is reported once, and its paths wait for the retry: while recording is
  /// paused, nothing else protects their contents from being overwritten.
  ///
  /// - Returns: whether paths wait that can be captured now.
  @discardableResult
  func captureOn() -> Bool {
    let now = time.now().monotonic
    if folder.retryTime.isDue(at: now) { captures.retry() }
    guard captures.isReady else { return false }
    let omitted: CaptureOmission
    switch folder.gate.captureScope(at: now) {
    // The paths wait: they are captured when a full disk has room again, or the folder is back.
    case .nothing: return false
    case .whatGitLacks: omitted = .stored
    case .everything: omitted = .trees(noteHead().flatMap { try? recorder.objects.commit($0).tree }.map { [$0] } ?? [])
    }
    let before = recorder.tips.heldTip
    let (hasFailed, problem) = captures.advance { recorder.capture($0, omitting: omitted) }
    if hasFailed { folder.retry() }
    if let problem {
      events.publish(
        .problem,
        "what was saved could not be kept: \(problem); the files are as they were saved, and it is tried again")
    }
    copies.copyLarge()
    if recorder.tips.heldTip != before { folder.checkpoints.noteCommit(at: now) }
    return captures.isReady
  }

  /// Captures the files that differ from the recorded state, below a folder (nil: everywhere).
  private func captureAll(below path: WorkspacePath? = nil) {
    do throws(RecordError) { keep(try recorder.differing(below: path)) } catch {
      events.publish(.problem, error.description)
      folder.scans.addAll()
      folder.retry()
    }
  }

  /// Captures the files in folders that changed and were not scanned yet.
  func captureWhatWaits() {
    let folders = folder.scans.takeFolders()
    if folder.scans.takeAll() {
      captureAll()
    } else {
      for path in folders.sorted() { captureAll(below: path) }
    }
  }

  /// Records the commit of git's HEAD while recording is paused, and keeps a commit that HEAD dropped.
  ///
  /// - Returns: the commit at HEAD.
  @discardableResult
  func noteHead() -> ObjectID? {
    var head: ObjectID?
    switch try? repository.head() {
    case .branch(_, let commit), .detached(let commit): head = commit
    case .unborn, .broken, nil: break
    }
    let earlier = pausedHead
    let dropped = pausedHead.move(to: head) { old in
      let branches = (try? repository.references(withPrefix: "refs/heads/").values.map { $0 }) ?? []
      let kept = [recorder.tip, head].compactMap(\.self) + branches
      return (try? recorder.graph.isReachable(old, from: kept)) ?? false
    }
    // Keeping the commit is tried again at the next call.
    if let dropped, !history.rescue(dropped) { pausedHead = earlier }
    return head
  }

  /// Captures saves as soon as they are closed while git is at work or recording is paused: git may overwrite them
  /// before they settle.
  func keepAtOnce(at now: Int64) {
    reports.publishMood(at: now)
    guard let watcher = links.watcher else { return }
    let isWanted = folder.gate.keepsAtOnce(at: now)
    guard isWanted != keepsAtOnce else { return }
    keepsAtOnce = isWanted
    keep(watcher.tellAtOnce(isWanted))
  }

  /// The id of the question about a branch that was moved back.
  package static let branchQuestion = "branch-moved-back"

  /// Pauses recording because of the person's git, unless it is paused for the same reason.
  func pauseForGit(_ reason: String) {
    guard folder.pause?.reason != reason else { return }
    beginPause(.branch, reason)
  }

  private func beginPause(_ cause: FolderPause.Cause, _ reason: String) {
    folder.apply(.paused(FolderPause(cause: cause, reason: reason)))
    noteHead()
    // Files that were not recorded before the pause are captured now.
    folder.scans.addAll()
    keepAtOnce(at: time.now().monotonic)
    frame.schedule()
  }

  /// Ends a pause; the caller scans the folder.
  func endPause() {
    noteHead()
    pausedHead = PausedHead()
    captures.removeAll()
    folder.apply(.resumed)
  }

  /// Ends a pause that git caused; returns whether there was one.
  ///
  /// The caller then compares git's changes to the files with the tip once, as a whole, after it has taken git's
  /// commits: their text has its own authors.
  func endPauseByGit() -> Bool {
    guard folder.pause?.cause.isGits == true else { return false }
    endPause()
    questions.withdraw(Self.branchQuestion)
    reports.publishMood(at: time.now().monotonic)
    return true
  }

  /// Pauses recording because the folder is no longer at its path, or another process may record it.
  func rootWent() {
    let reason = "the folder itself or its .git/stet was moved, deleted or unmounted; nothing is recorded as deleted"
    folder.apply(.paused(FolderPause(cause: .folder, reason: reason)))
    reports.publishMood(at: time.now().monotonic)
    links.listeners.rootGone()
  }

  /// Pauses recording and asks about a branch that was moved back.
  ///
  /// - Parameter commit: the branch's commit; nil if the branch does not exist any more.
  func askAboutBranch(_ name: String, movedTo commit: ObjectID?) {
    beginPause(.question, "the branch '\(name)' was moved back with git; answer the question first")
    questions.raise(.branchMovedBack(name, to: commit))
  }

  /// Withdraws the question about a branch that was moved back.
  func withdrawQuestion() { questions.withdraw(Self.branchQuestion) }
}
