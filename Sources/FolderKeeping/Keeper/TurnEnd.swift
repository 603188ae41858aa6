internal import GitObjects
internal import Recording
internal import WorkTree

/// Does the work after each turn.
///
/// Belongs to the executor of `FolderKeeper`.
final class TurnEnd {
  private let recorder: Recorder
  private let time: any TimeSource
  private let folder: FolderState
  private let reports: FolderReports
  private let placing: LargePlacing
  private let copies: LargeCopies
  private let links: FolderLinks
  private let history: FolderHistory
  private let names: FileNames
  private let policies: PolicyJudge
  private let localOnly: LocalOnlyDesk
  private let controls: ControlFileLedger
  private let makers: MakerLedger
  private let following: BranchFollowing
  private let frame: TurnFrame

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, time: any TimeSource, folder: FolderState, reports: FolderReports, placing: LargePlacing,
    copies: LargeCopies, links: FolderLinks, history: FolderHistory, names: FileNames, policies: PolicyJudge,
    localOnly: LocalOnlyDesk, controls: ControlFileLedger, makers: MakerLedger, following: BranchFollowing,
    frame: TurnFrame
  ) {
    self.recorder = recorder
    self.time = time
    self.folder = folder
    self.reports = reports
    self.placing = placing
    self.copies = copies
    self.links = links
    self.history = history
    self.names = names
    self.policies = policies
    self.localOnly = localOnly
    self.controls = controls
    self.makers = makers
    self.following = following
    self.frame = frame
  }

  /// Does the work after each turn: events, the branch, the exchange, the next checkpoint.
  ///
  /// - Parameter isAdoption: whether the tip moved to the remote's commits, with local commits replayed on them.
  func turnEnded(from before: ObjectID?, isAdoption: Bool = false) {
    reports.publishHeld()
    reports.publishSaves()
    reports.askAboutSetAside()
    reports.publishMood(at: time.now().monotonic)
    placing.placeLarge()
    copies.readDisplaced()
    if recorder.swapper.takeNewsOfEditedPointers() { links.listeners.pointersEdited() }
    history.completeOrigins()
    names.notePartedLinks()
    if let saved = recorder.saveWatch?.take() { policies.judgePolicy(saved: saved) }
    guard recorder.tip != before else {
      if recorder.isMendable || !recorder.late.isEmpty { frame.schedule() }
      return
    }
    let now = time.now().monotonic
    folder.checkpoints.noteCommit(at: now)
    localOnly.withdrawLocalOnly()
    makers.noteNews(since: before)
    if !isAdoption { controls.noteControlFiles(since: before) }
    reports.announceTip()
    reports.notifyPresenters(from: before)
    links.listeners.tipMoved()
    following.followBranch(force: false)
    frame.schedule()
  }
}
