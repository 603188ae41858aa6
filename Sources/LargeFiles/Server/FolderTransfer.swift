internal import Synchronization

/// A transfer of many objects from one object folder to another, for a remote that is a folder on this machine.
package struct FolderTransfer: Sendable {
  private let source: ObjectFolder
  private let target: ObjectFolder
  private let mayBegin: @Sendable (ContentID) -> Bool
  private let progress: @Sendable (ContentID, Int) -> Void
  private let ended: @Sendable (ContentID, TransferOutcome) -> Void

  /// Creates a transfer.
  ///
  /// - Parameters:
  /// - mayBegin: called for each object before its transfer; returning false cancels it.
  /// - progress: called with the number of bytes done of an object.
  /// - ended: called once with the outcome of each object, as soon as it is known.
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

  /// Transfers each object, one after the other: a disk is not faster with several. If the task is cancelled, the
  /// outcome of the remaining objects is `.cancelled`.
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

  /// A flag that any thread can set and read.
  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }
}
