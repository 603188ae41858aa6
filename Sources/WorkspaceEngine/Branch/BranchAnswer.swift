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
  func answerBranch(_ word: String) throws -> Bool {
    guard recorder.tip != nil else { return false }
    capture.endPause()
    capture.withdrawQuestion()
    let now = time.now().monotonic
    let standing = try recorder.objects.reference(branch.reference)
    let before = recorder.tip
    if word == "record" {
      if let standing {
        try recorder.join(standing)
        makers.noteTaken(standing, from: before)
      }
      branch.noteTaken(standing, isMovedBack: true, at: now)
      scanner.scanAll(believesDeletions: true)
    } else {
      if let standing {
        try recorder.bringBack(from: standing)
        try peer.lookAsGit(at: standing)
        try recorder.join(standing)
        makers.noteTaken(standing, from: before)
      }
      branch.noteTaken(standing, isMovedBack: true, at: now)
      // Saves during the question, with content that git never had, are the person's as usual.
      scanner.scanAll(believesDeletions: false)
    }
    following.followBranch(force: true)
    frame.turnEnded(from: before)
    return true
  }
}
