internal import Documents
internal import FileSystem
internal import FileWatching
internal import Git
internal import GitObjects
internal import Merge
internal import Recording
internal import Threads
internal import WorkTree
internal import WorkspaceAPI

/// Does the work after each turn.
///
/// Belongs to the executor of `FolderKeeper`.
struct TurnEnd {
  let recorder: Recorder
  let time: any TimeSource
  let folder: FolderState
  let reports: FolderReports
  let placing: LargePlacing
  let copies: LargeCopies
  let links: FolderLinks
  let history: FolderHistory
  let names: FileNames
  let policies: PolicyJudge
  let localOnly: LocalOnlyDesk
  let controls: ControlFileLedger
  let makers: MakerLedger
  let following: BranchFollowing
  let frame: TurnFrame

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
