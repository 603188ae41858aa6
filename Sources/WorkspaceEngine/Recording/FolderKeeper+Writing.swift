internal import GitObjects
internal import History

extension FolderKeeper {
  /// Executes writes in a separate turn, all or none.
  func performTogether(_ writes: [Write]) -> BatchOutcome {
    let before = recorder.tip
    observeGit()
    mend()
    guard !waitsForGit(.write) else { return .refused([0: .beingSaved]) }
    lookAtGitsDoing(writes)
    let outcome = recorder.performTogether(writes)
    // The tip has no commit for the rename of a held file.
    if case .done = outcome { writes.first?.origin.renamed.forEach(noteRename) }
    turnEnded(from: before)
    return outcome
  }
}
