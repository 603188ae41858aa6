internal import GitObjects
internal import History
internal import Threads

extension FolderKeeper {
  /// Copies the next very large file into the store, beside the turns: hashing and compressing 1 GB takes seconds.
  func copyLarge() {
    guard let copy = recorder.swapper.beginCopy() else { return }
    let root = repository.root
    Task { [weak self] in
      let result = await Self.run(copy, root: root)
      await self?.copied(copy, result)
    }
  }

  /// Reads the next very large displaced file, beside the turns, before it is deleted.
  func readDisplaced() {
    guard let (slot, reading) = recorder.log.beginReadingDisplaced() else { return }
    let root = repository.root
    Task { [weak self] in
      let result = await Self.run(reading, root: root)
      await self?.displacedWasRead(slot, result)
    }
  }

  private static func run(_ copy: LargeCopy, root: String) async -> Result<LargeCopy.Result?, any Error> {
    await onThread("stet.copy", isBackground: true) {
      Result { try copy.run(into: RepositoryStore.open(root: root)) }
    }
  }

  private func displacedWasRead(_ slot: String, _ result: Result<LargeCopy.Result?, any Error>) async {
    let before = recorder.tip
    do throws(RecordError) {
      try recorder.endReadingDisplaced(slot, result)
      while isRecording, try !recorder.log.endCheckpoint(within: .short) { await Task.yield() }
    } catch { events.publish(.problem, "a file that was displaced could not be looked at: \(error.description)") }
    readDisplaced()
    turnEnded(from: before)
    schedule()
  }

  private func copied(_ copy: LargeCopy, _ result: Result<LargeCopy.Result?, any Error>) {
    let before = recorder.tip
    note(
      attempt { () throws(RecordError) in try recorder.endCopy(of: copy.path, result) }, at: time.now().monotonic)
    copyLarge()
    turnEnded(from: before)
  }
}
