internal import GitObjects
internal import History
internal import Sync

extension FolderKeeper {
  /// Adopts a commit from the remote; returns when its files are written too, or wait for git to end.
  ///
  /// While git is at work in the folder the result is `tipMoved`: the files' contents are not the person's, and the
  /// exchange retries by itself.
  ///
  /// - Parameters:
  ///   - leaving: the paths whose files are not written, and are read again.
  ///   - plan: the plan of the changes, made by `preparation`.
  func adopt(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey>, plan: AdoptionPlan?
  ) async throws -> Sync.AdoptOutcome {
    await placeAdopted()
    observeGit()
    guard !waitsForGit(.write), !recorder.isAdopting else { return .tipMoved }
    switch try begin(target, expecting: expected, leaving: leaving, plan: plan) {
    case .adopted:
      noteAdoption(from: expected, to: target)
      askAboutLocalOnly()
      await placeAdopted()
      return .adopted
    case .tipMoved: return .tipMoved
    case .waits(let missing):
      for path in missing { watcher?.noteMissing(path) }
      return .tipMoved
    }
  }

  private func begin(
    _ target: ObjectID, expecting expected: ObjectID?, leaving: Set<NameKey>, plan: AdoptionPlan?
  ) throws -> History.AdoptOutcome {
    let before = recorder.tip
    defer {
      turnEnded(from: before, isAdoption: true)
      release()
    }
    return try recorder.adopt(target, expecting: expected, leaving: leaving, within: .short, plan: plan)
  }

  /// Writes the files of the running adoption, turn by turn: other writes and saves run in between (review B8).
  func placeAdopted() async {
    isPlacing = true
    defer {
      isPlacing = false
      schedule()
    }
    while mayPlace() {
      let before = recorder.tip
      do throws(RecordError) { try recorder.continueAdoption(within: .short) } catch {
        events.publish(.problem, "files could not be brought up to date yet: \(error.description)")
        retry()
        break
      }
      turnEnded(from: before)
      if recorder.isAdopting { await Task.yield() } else { followBranch(force: false) }
    }
  }

  /// Returns whether files of an adoption can be written now: some are due, recording is on, and git is not at work.
  private func mayPlace() -> Bool {
    guard recorder.isAdopting else { return false }
    observeGit()
    let now = time.now().monotonic
    guard allows(.write), retryTime.isDue(at: now), let due = recorder.log.adoptionDue else { return false }
    return due <= now
  }
}
