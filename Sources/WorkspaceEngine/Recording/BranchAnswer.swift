internal import Documents
internal import FileSystem
internal import FileWatching
internal import Git
internal import GitObjects
internal import Merge
internal import Recording
internal import Sync
internal import WorkTree
internal import WorkspaceAPI

/// Executes the answer to the question about a branch that was moved back.
///
/// Belongs to the executor of `FolderKeeper`.
final class BranchAnswer {
  private let recorder: Recorder
  private let branch: BranchPeer
  private let time: any TimeSource
  private let capture: CaptureDesk
  private let scanner: FolderScanner
  private let peer: PeerCommits
  private let makers: MakerLedger
  private let following: BranchFollowing
  private let frame: TurnFrame

  /// Creates the part from the parts that it uses.
  init(
    recorder: Recorder, branch: BranchPeer, time: any TimeSource, capture: CaptureDesk,
    scanner: FolderScanner, peer: PeerCommits, makers: MakerLedger, following: BranchFollowing, frame: TurnFrame
  ) {
    self.recorder = recorder
    self.branch = branch
    self.time = time
    self.capture = capture
    self.scanner = scanner
    self.peer = peer
    self.makers = makers
    self.following = following
    self.frame = frame
  }

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
