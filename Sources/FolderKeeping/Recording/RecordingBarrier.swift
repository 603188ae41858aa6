internal import GitObjects
internal import Recording
internal import WorkTree
internal import WorkspaceAPI

/// Waits until everything pending is recorded, and until branch and index are at the tip.
///
/// Belongs to the executor of `FolderKeeper`.
struct RecordingBarrier {
  let recorder: Recorder
  let branch: BranchPeer
  let time: any TimeSource
  let folder: FolderState
  let links: FolderLinks
  let turns: Turns
  let inspector: BranchInspector
  let batches: BatchDesk
  let observations: Observations
  let scanner: FolderScanner
  let repairs: RepairDesk
  let following: BranchFollowing
  let brackets: BracketLedger
  let wait: FolderWait
  let frame: TurnFrame

  /// Records all files that are saved and settled now, and then ends the brackets that only waited for that, and the
  /// doubt about runs.
  ///
  /// - Parameters:
  ///   - timeout: the timeout for git and for programs that have a file open, in nanoseconds.
  ///   - longest: the timeout while files are being read or an adoption places files; nil for the same.
  /// - Returns: the number of new commits, and the files that a program still has open.
  /// - Throws: `VerbError` if recording is paused or read-only; `.busy` if git, an adoption or the reading of files was
  ///   at work until the end; `.failed` if a part of the folder cannot be read.
  func recordSettled(
    timeout: Int64, reading longest: Int64?, isolation: isolated (any Actor)? = #isolation
  ) async throws(VerbError) -> (count: Int, open: [WorkspacePath]) {
    let began = time.now().monotonic
    let before = observations.recordedCount
    await links.watcher?.barrier()
    let now = time.now().monotonic
    let open = try await recordRest(until: now + timeout, reading: longest.map { now + $0 })
    // A cancelled recording returns early, and files that are open or being copied are not recorded.
    if open.isEmpty, !Task.isCancelled { brackets.endDoubt(before: began) }
    return (observations.recordedCount - before, open)
  }

  /// Records everything pending, with waits for writers and for git; times are monotonic nanoseconds.
  ///
  /// - Returns: the paths that a program still has open, or whose copy is not done yet.
  private func recordRest(
    until deadline: Int64, reading limit: Int64?, isolation: isolated (any Actor)? = #isolation
  ) async throws(VerbError) -> [WorkspacePath] {
    let limit = max(deadline, limit ?? deadline)
    repairs.restorePruned()
    // The files that this barrier recorded are those for which another one waits.
    defer { frame.changes.note() }
    while true {
      let seen = frame.changes.number
      let now = time.now().monotonic
      turns.observeGit()
      turns.resume()
      // The event of a switch back may not have arrived yet.
      if folder.mustInspect || folder.pause?.cause.isGits == true { inspector.inspectBranch() }
      if folder.gate.allows(.inspect, at: now) == .now { links.watcher?.flush() }
      batches.takeBatch(defersAppends: false)
      while observations.lookOn(), time.now().monotonic < limit { await Task.yield() }
      // A git command may have begun while files were read: nothing more was recorded then.
      let isFree = folder.gate.allows(.inspect, at: time.now().monotonic) == .now
      // If git has just ended and the branch has not been inspected, the pause may end in a moment.
      if !folder.mustInspect || now >= deadline { try recorder.state.require() }
      if isFree, folder.isRecording { scanner.scanWhatWaits(at: now) }
      let isAdopting = recorder.isAdopting
      let isRead = observations.looks.isEmpty && !folder.mustInspect && folder.scans.isEmpty && isFree && !isAdopting
      if isRead, observations.unsettled.isEmpty && !recorder.swapper.isCopying || now >= deadline { return unrecorded }
      let isAtWork = isFree && (isAdopting || !observations.looks.isEmpty)
      let end = isAtWork ? limit : deadline
      guard now < end else {
        guard isFree else { throw VerbError.gitAtWork }
        throw isAdopting
          ? VerbError.filesArriving : observations.looks.isEmpty ? VerbError.unreadFolder : VerbError.unreadSaves
      }
      do { try await wait.next(past: seen, for: .inspect, until: end) } catch { return unrecorded }
    }
  }

  /// Returns when git has rested, at the latest after two seconds.
  func awaitRest(isolation: isolated (any Actor)? = #isolation) async {
    let deadline = time.now().monotonic + 2_000_000_000
    while time.now().monotonic < deadline {
      let seen = frame.changes.number
      turns.observeGit()
      guard folder.waitsForGit(.inspect) else { return }
      do { try await wait.next(past: seen, for: .inspect, until: deadline) } catch { return }
    }
  }

  /// The paths that a program has open, and the large files that are still being copied.
  private var unrecorded: [WorkspacePath] { Set(observations.unsettled.keys).union(recorder.swapper.uncopied).sorted() }

  /// Moves branch and index to the tip now.
  ///
  /// - Throws: `VerbError`, `.busy` if git holds the lock for longer than two seconds.
  func followNow(isolation: isolated (any Actor)? = #isolation) async throws(VerbError) {
    defer { following.refreshIndex() }
    var deadline = time.now().monotonic + 2_000_000_000
    while folder.isRecording, recorder.tip != branch.followed {
      let seen = frame.changes.number
      turns.observeGit()
      if folder.mustInspect { inspector.inspectBranch() }
      following.followBranch(force: true)
      guard recorder.tip != branch.followed else { return }
      let now = time.now().monotonic
      // The time of an adoption does not count as a delay by git.
      if recorder.isAdopting, !folder.waitsForGit(.write) { deadline = now + 2_000_000_000 }
      guard now < deadline else {
        throw VerbError(
          .busy,
          "git holds \(branch.lockInTheWay ?? "the index"), so branch and index are not at the tip yet.",
          kept: "Everything is recorded.",
          next: "End the git command; if none runs, remove that file. They follow by themselves.")
      }
      do { try await wait.next(past: seen, for: .record, until: deadline) } catch { return }
    }
  }
}
