internal import GitObjects
internal import Recording
internal import WorkTree
internal import Sync

/// Adopts commits from the remote, and writes their files turn by turn.
///
/// Belongs to the executor of `FolderKeeper`.
struct AdoptionDesk {
  let recorder: Recorder
  let time: any TimeSource
  let events: EventHub
  let folder: FolderState
  let links: FolderLinks
  let history: FolderHistory
  let localOnly: LocalOnlyDesk
  let scanner: FolderScanner
  let following: BranchFollowing
  let frame: TurnFrame

  /// Adopts a commit from the remote; returns when its files are written too, or wait for git to end.
  ///
  /// While git is at work in the folder the result is `tipMoved`: the files' contents are not the person's, and the
  /// exchange retries by itself.
  ///
  /// - Parameters:
  ///   - leaving: the paths whose files are not written, and are read again.
  ///   - plan: the plan of the changes, made by `preparation`.
  func adopt(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey>, plan: AdoptionPlan?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Sync.AdoptOutcome {
    await placeAdopted()
    frame.observeGit()
    guard !folder.waitsForGit(.write), !recorder.isAdopting else { return .tipMoved }
    switch try begin(target, expecting: expected, leaving: leaving, plan: plan) {
    case .adopted:
      history.noteAdoption(from: expected, to: target)
      scanner.followTip()
      localOnly.askAboutLocalOnly()
      await placeAdopted()
      return .adopted
    case .tipMoved: return .tipMoved
    case .waits(let missing):
      for path in missing { links.watcher?.noteMissing(path) }
      return .tipMoved
    }
  }

  private func begin(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey>, plan: AdoptionPlan?
  ) throws -> Recording.AdoptOutcome {
    let before = recorder.tip
    defer {
      frame.turnEnded(from: before, isAdoption: true)
      frame.release()
    }
    return try recorder.adopt(target, expecting: expected, leaving: leaving, within: .short, plan: plan)
  }

  /// Writes the files of the running adoption, turn by turn: other writes and saves run in between (review B8).
  func placeAdopted(isolation: isolated (any Actor)? = #isolation) async {
    folder.apply(.placingBegan)
    defer {
      folder.apply(.placingEnded)
      frame.changes.note()
      frame.schedule()
    }
    while mayPlace() {
      let before = recorder.tip
      do throws(RecordError) { try recorder.continueAdoption(within: .short) } catch {
        events.publish(.problem, "files could not be brought up to date yet: \(error.description)")
        folder.retry()
        break
      }
      frame.turnEnded(from: before)
      if recorder.isAdopting { await Task.yield() } else { following.followBranch(force: false) }
    }
  }

  /// Returns whether files of an adoption can be written now: some are due, recording is on, and git is not at work.
  private func mayPlace() -> Bool {
    guard recorder.isAdopting else { return false }
    frame.observeGit()
    let now = time.now().monotonic
    guard folder.allows(.write), folder.retryTime.isDue(at: now), let due = recorder.log.adoptionDue else {
      return false
    }
    return due <= now
  }
}
