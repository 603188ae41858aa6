internal import GitObjects
internal import History

extension WriteQueue {
  /// Tells what became of saves that had not seen what others wrote (DESIGN "Stale saves").
  func tellSaves() {
    for notice in recorder.takeSaveNotices() {
      events.publish(.staleSave, notice.message, paths: [notice.path.string], kind: notice.kind.rawValue)
    }
  }

  /// Merges what the last save of a path had not seen into it; nil where no such save is known.
  func reapply(_ path: WorkspacePath) throws(RecordError) -> WriteOutcome? {
    let before = recorder.tip
    observeGit()
    guard foreign.mayWrite(at: time.now().monotonic) else { return .refused(.beingSaved) }
    let outcome = try recorder.reapply(path)
    turnEnded(from: before)
    return outcome
  }
}
