internal import GitObjects
internal import Recording
internal import WorkTree

/// The work of a folder's start: inspects the branch and scans the folder for the first time. Reading verbs are answered
/// meanwhile.
///
/// Belongs to the executor of `FolderKeeper`.
struct FolderStart {
  let folder: FolderState
  let frame: TurnFrame
  let records: FolderRecords
  let rules: FolderRules
  let work: FolderWork

  /// Does the work.
  func run(isolation: isolated (any Actor)? = #isolation) async {
    folder.apply(.openingEnded)
    frame.observeGit()
    rules.localOnly.followLocalOnly()
    work.inspector.inspectBranch()
    records.reports.publishSaves()
    rules.names.noteUnseenRenames()
    // Files that git is writing now are not the person's: they are read when git has ended.
    folder.scans.addAll()
    if folder.allows(.inspect) { await scan() }
    rules.policies.judgePolicy()
    rules.controls.askAboutControlFiles()
    work.following.followBranch(force: true)
  }

  private func scan(isolation: isolated (any Actor)? = #isolation) async {
    guard folder.isRecording else { return work.capture.captureWhatWaits() }
    folder.apply(.checkBegan)
    let compared = work.inspector.recorder.tipTree
    let found = await records.comparison.changedPaths()
    folder.apply(.checkEnded)
    // git may have begun in the meantime, or switched the branch and ended: its files are not the person's saves.
    frame.observeGit()
    work.inspector.inspectBranch()
    guard folder.isRecording else { return work.capture.captureWhatWaits() }
    guard folder.allows(.inspect) else { return }
    let isOfTip = work.inspector.recorder.tipTree == compared
    work.scanner.scanAll(believesDeletions: false, found: isOfTip ? found : nil)
  }
}
