internal import Synchronization

/// Many objects from one object folder to another: to or from a remote that is a folder of this machine.
package struct FolderTransfer: Sendable {
  private let source: ObjectFolder
  private let target: ObjectFolder
  private let mayBegin: @Sendable (ContentID) -> Bool
  private let progress: @Sendable (ContentID, Int) -> Void
  private let ended: @Sendable (ContentID, TransferOutcome) -> Void

  /// Names what is to be done.
  ///
  /// - Parameters:
  ///   - mayBegin: asked of each before it moves; one that may not is given up.
  ///   - progress: told how many bytes of an object are done.
  ///   - ended: told what became of an object, once, as soon as that is known.
  package init(
    from source: ObjectFolder, to target: ObjectFolder,
    mayBegin: @escaping @Sendable (ContentID) -> Bool = { _ in true },
    progress: @escaping @Sendable (ContentID, Int) -> Void = { _, _ in },
    ended: @escaping @Sendable (ContentID, TransferOutcome) -> Void = { _, _ in }
  ) {
    self.source = source
    self.target = target
    self.mayBegin = mayBegin
    self.progress = progress
    self.ended = ended
  }

  /// Brings each, one after the other: a disk is not faster with several. Cancelling the task leaves the rest undone and
  /// says so.
  package func run(_ pointers: [Pointer]) async -> [ContentID: TransferOutcome] {
    let isOver = Flag()
    return await withTaskCancellationHandler {
      var outcomes: [ContentID: TransferOutcome] = [:]
      for pointer in pointers where pointer.size > 0 && outcomes[pointer.id] == nil {
        let outcome = await bring(pointer, isOver)
        outcomes[pointer.id] = outcome
        ended(pointer.id, outcome)
      }
      return outcomes
    } onCancel: {
      isOver.set()
    }
  }

  private func bring(_ pointer: Pointer, _ isOver: Flag) async -> TransferOutcome {
    if isOver.isSet || !mayBegin(pointer.id) { return .failed(.cancelled) }
    let brought = await DiskQueue.run { () throws(ObjectFolderError) -> Bool in
      try target.bring(pointer, from: source) { count in
        progress(pointer.id, count)
        return !isOver.isSet
      }
    }
    switch brought {
    case .success(let isNew): return isNew ? .moved : .present
    case .failure(.cancelled): return .failed(.cancelled)
    case .failure(let error): return .failed(.local(error))
    }
  }

  /// Set once, seen by every thread.
  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }
}
