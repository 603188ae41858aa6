internal import Dispatch
internal import GitObjects
internal import History

extension WriteQueue {
  /// Copies the next very large file into the store, beside the turns: hashing and compressing 1 GB takes seconds.
  func copyLarge() {
    guard let copy = recorder.beginCopy() else { return }
    let root = repository.root
    Task { [weak self] in
      let result = await withCheckedContinuation { continuation in
        DispatchQueue(label: "stet.copy", qos: .utility).async {
          continuation.resume(
            returning: Result { try copy.run(into: RepositoryStore.open(root: root)) })
        }
      }
      await self?.copied(copy, result)
    }
  }

  private func copied(_ copy: LargeCopy, _ result: Result<LargeCopy.Result?, any Error>) {
    let before = recorder.tip
    note(
      attempt { () throws(RecordError) in try recorder.endCopy(of: copy.path, result) }, at: time.now().monotonic)
    copyLarge()
    turnEnded(from: before)
  }
}
