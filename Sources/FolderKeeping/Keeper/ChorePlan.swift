internal import Recording
internal import WorkTree

/// Sets the due time of each chore.
///
/// Belongs to the executor of `FolderKeeper`.
final class ChorePlan {
  private let recorder: Recorder
  private let time: any TimeSource
  private let questions: QuestionList
  private let folder: FolderState
  private let configuration: ConfigurationDesk
  private let capture: CaptureDesk
  private let auditDesk: AuditDesk
  private let observations: Observations
  private let placing: LargePlacing
  private let idle: IdleDesk
  private let branch: BranchPeer
  private let following: BranchFollowing
  private let brackets: BracketLedger
  /// The due times of the chores.
  private var agenda = Agenda()
  /// The delay of a recording that waits for git's lock, in nanoseconds, if its end is not reported.
  private static let whileGitWorks: Int64 = 10_000_000_000

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, time: any TimeSource, questions: QuestionList, folder: FolderState,
    configuration: ConfigurationDesk, capture: CaptureDesk, auditDesk: AuditDesk, observations: Observations,
    placing: LargePlacing, idle: IdleDesk, branch: BranchPeer, following: BranchFollowing,
    brackets: BracketLedger
  ) {
    self.recorder = recorder
    self.time = time
    self.questions = questions
    self.folder = folder
    self.configuration = configuration
    self.capture = capture
    self.auditDesk = auditDesk
    self.observations = observations
    self.placing = placing
    self.idle = idle
    self.branch = branch
    self.following = following
    self.brackets = brackets
  }

  /// Sets the due time of each chore.
  func plan(at now: Int64) {
    let rest = folder.gate.gitRests(at: now)
    let adoption = recorder.log.adoptionDue
    agenda.set(.checkConfiguration, at: configuration.configurationWatch.due)
    agenda.set(.expireQuestions, at: questions.expiry)
    agenda.setOnce(.resume, at: recorder.isMendable ? now + 2_000_000_000 : nil)
    agenda.set(.inspect, at: folder.mustInspect && !recorder.isAdopting ? max(rest, folder.retryTime.at) : nil)
    agenda.set(
      .capture,
      at: !capture.captures.isEmpty && folder.allows(.capture)
        ? capture.captures.isReady ? now : max(now, folder.retryTime.at) : nil)
    agenda.set(
      .scan, at: folder.scans.isEmpty ? nil : folder.gate.nextLook(at: now).map { max($0, folder.retryTime.at) })
    agenda.set(.syncAudit, at: auditDesk.syncDue)
    agenda.set(
      .checkpoint,
      at: folder.isCheckpointing ? nil : folder.checkpoints.due(commits: recorder.tips.commitsSinceCheckpoint, at: now))
    guard folder.isRecording else {
      for chore in [Agenda.Chore.adopt, .readLate, .placeLarge, .updateIdle, .follow, .refreshIndex, .endDoubt] {
        agenda.set(chore, at: nil)
      }
      return
    }
    // While git holds its lock and changes nothing, files are written all the same: the delay is not prolonged.
    agenda.setOnce(.adopt, at: folder.isPlacing ? nil : adoption.map { max($0, rest, folder.retryTime.at) })
    agenda.setOnce(.readLate, at: observations.lateReadDue(at: now))
    agenda.set(.placeLarge, at: placing.waitingPlacements.due)
    agenda.set(.updateIdle, at: idle.due.map { max($0, rest) })
    // git may hold its lock for hours, while a message is edited; an event reports the end.
    let free = folder.gate.condition(at: now) == .gitWorking ? now + Self.whileGitWorks : rest
    agenda.set(.endDoubt, at: brackets.retryDue(at: now).map { max($0, free) })
    let follow = adoption == nil ? branch.followDue(at: now, tip: recorder.tip) : nil
    if folder.foreign.hasWorked || recorder.gitView != nil {
      // Files may have content from git that differs from the branch's commit.
      agenda.setOnce(.follow, at: follow.map { max($0, rest, now + 20_000_000, folder.retryTime.at) })
    } else {
      agenda.set(.follow, at: follow.map { max($0, now) })
    }
    let refresh = following.indexRefresh.due(hasExchanged: !recorder.exchanges.paths.isEmpty, at: now)
    agenda.setOnce(.refreshIndex, at: refresh.map { max($0, rest) })
  }

  /// The time of the first chore; nil if no chore waits.
  var next: Int64? { agenda.next }

  /// Removes and returns the first due chore after the one that was done before in the same round.
  func takeDue(after last: Agenda.Chore?) -> Agenda.Chore? { agenda.takeDue(at: time.now().monotonic, after: last) }

  /// Withdraws the questions whose time has passed.
  func expireQuestions() { questions.expire() }
}
