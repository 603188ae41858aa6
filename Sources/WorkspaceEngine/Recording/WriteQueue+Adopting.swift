internal import GitObjects
internal import History
internal import Sync

extension WriteQueue {
  /// Takes a commit from the remote; answers when its files stand too, or wait for git to end.
  ///
  /// While git is at work in the folder the answer is that the tip moved: what stands in the files is not the person's,
  /// and the exchange tries again by itself.
  ///
  /// - Parameters:
  ///   - leaving: paths whose files are not touched, and looked at again.
  ///   - plan: what it changes, worked out by `preparation`.
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

  /// Brings the files of the adoption that is under way, turn by turn: writes and saves come between (review B8).
  func placeAdopted() async {
    isPlacing = true
    defer { isPlacing = false }
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
    schedule()
  }

  /// Whether files of an adoption can be brought now: there are some, recording goes on, and git is not at work.
  private func mayPlace() -> Bool {
    guard recorder.isAdopting else { return false }
    observeGit()
    let now = time.now().monotonic
    guard allows(.write), retryAt <= now, let due = recorder.adoptionDue else { return false }
    return due <= now
  }
}
