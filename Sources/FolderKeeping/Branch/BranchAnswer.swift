internal import Recording
internal import WorkTree

/// Executes the answer to the question about a branch that was moved back.
///
/// Belongs to the executor of `FolderKeeper`.
struct BranchAnswer {
  let recorder: Recorder
  let branch: BranchPeer
  let time: any TimeSource
  let capture: CaptureDesk
  let scanner: FolderScanner
  let peer: PeerCommits
  let makers: MakerLedger
  let following: BranchFollowing
  let frame: TurnFrame

  /// Executes the answer to the question about the branch.
  ///
  /// - Throws: the first failure; the pause and the question go on then.
  func answerBranch(_ word: String) throws -> Bool {
    guard let before = recorder.tip else { return false }
    let standing = try recorder.objects.reference(branch.reference)
    // The recorder makes no commit during a pause.
    capture.endPause()
    do {
      if let standing {
        if word != "record" {
          try recorder.bringBack(from: standing)
          try peer.lookAsGit(at: standing)
        }
        try recorder.join(standing)
        makers.noteTaken(standing, from: before)
      }
    } catch {
      capture.askAboutBranch(branch.name, movedTo: standing)
      throw error
    }
    capture.withdrawQuestion()
    branch.noteTaken(standing, isMovedBack: true, at: time.now().monotonic)
    // Saves during the question, with content that git never had, are the person's as usual.
    scanner.scanAll(believesDeletions: word == "record")
    following.followBranch(force: true)
    frame.turnEnded(from: before)
    return true
  }
}
