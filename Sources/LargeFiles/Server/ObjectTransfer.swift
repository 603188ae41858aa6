internal import Synchronization

/// A transfer of many objects in one direction between an object folder and a peer; executes the steps of a
/// `TransferQueue`.
package struct ObjectTransfer: Sendable {
  private let peer: any ObjectPeer
  private let folder: ObjectFolder
  private let direction: TransferDirection
  private let reference: String?
  private let mayBegin: @Sendable (ContentID) -> Bool
  private let progress: @Sendable (ContentID, Int) -> Void
  private let postponed: @Sendable (ContentID, TransferFault) -> Void
  private let ended: @Sendable (ContentID, TransferOutcome) -> Void

  private enum Event: Sendable {
    case answered(BatchAnswer)
    case refused(TransferFault)
    case arrived(Arrival)
    case moved(ContentID, TransferFault?)
    case woken(at: Duration)
  }

  /// Creates a transfer.
  ///
  /// - Parameters:
  ///   - reference: the branch that names the objects, for servers that permit by branch.
  ///   - mayBegin: called for each object before its transfer; returning false cancels it.
  ///   - progress: called with the number of bytes done of an object.
  ///   - postponed: called with the error of an object that is retried automatically, which may take long.
  ///   - ended: called once with the outcome of each object, as soon as it is known; others may still be in progress.
  package init(
    _ direction: TransferDirection, with peer: any ObjectPeer, folder: ObjectFolder, reference: String? = nil,
    mayBegin: @escaping @Sendable (ContentID) -> Bool = { _ in true },
    progress: @escaping @Sendable (ContentID, Int) -> Void = { _, _ in },
    postponed: @escaping @Sendable (ContentID, TransferFault) -> Void = { _, _ in },
    ended: @escaping @Sendable (ContentID, TransferOutcome) -> Void = { _, _ in }
  ) {
    self.direction = direction
    self.peer = peer
    self.folder = folder
    self.reference = reference
    self.mayBegin = mayBegin
    self.progress = progress
    self.postponed = postponed
    self.ended = ended
  }

  /// Transfers the objects of a queue and returns the outcome of each. If the task is cancelled, the outcome of the
  /// remaining objects is `.cancelled`.
  package func run(
    _ queue: TransferQueue, clock: ContinuousClock = ContinuousClock(),
    random: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) async -> [ContentID: TransferOutcome] {
    var queue = queue
    var random = random
    let start = clock.now
    let landing = direction == .download ? await Landing.open(in: folder) : .unused
    await withTaskGroup(of: Event.self) { group in
      // The times of the timers: a retry may be due before one that waits for a long `Retry-After`.
      var timers: Set<Duration> = []
      var running = 0
      while !queue.isFinished {
        if Task.isCancelled { queue.cancel() }
        let now = clock.now - start
        for step in queue.next(now: now) {
          running += 1
          group.addTask { await carryOut(step) }
        }
        if let due = queue.due, !timers.contains(where: { $0 <= due }) {
          timers.insert(due)
          group.addTask {
            try? await clock.sleep(until: start + due)
            return .woken(at: due)
          }
        }
        guard running > 0 || !timers.isEmpty, let event = await group.next() else { continue }
        let then = clock.now - start
        switch event {
        case .answered(let answer): queue.answered(answer, now: then, using: &random)
        case .refused(let fault): queue.refused(fault, now: then, using: &random)
        case .arrived(let arrival):
          queue.arrived(arrival.pointer.id)
          group.addTask { .moved(arrival.pointer.id, await landing.settle(arrival)) }
          continue
        case .moved(let id, let fault): queue.moved(id, fault, now: then, using: &random)
        case .woken(let due):
          timers.remove(due)
          continue
        }
        running -= 1
        for (id, fault) in queue.takeSetbacks() { postponed(id, fault) }
        for (id, outcome) in queue.takeEnded() { ended(id, outcome) }
      }
      group.cancelAll()
      for (id, outcome) in queue.takeEnded() { ended(id, outcome) }
    }
    return queue.outcomes
  }

  private func carryOut(_ step: TransferQueue.Step) async -> Event {
    switch step {
    case .ask(let pointers):
      switch await peer.ask(BatchRequest(direction, pointers, reference: reference)) {
      case .success(let answer): return .answered(answer)
      case .failure(let fault): return .refused(fault)
      }
    case .move(let pointer, let action, let verify):
      let id = pointer.id
      guard mayBegin(id) else { return .moved(id, .cancelled) }
      let progress = progress
      switch direction {
      case .download:
        switch await peer.fetch(pointer, action, into: folder, progress: { progress(id, $0) }) {
        case .failure(let fault): return .moved(id, fault)
        case .success(nil): return .moved(id, nil)
        case .success(let arrival?): return .arrived(arrival)
        }
      case .upload:
        return .moved(id, await peer.upload(pointer, action, verify: verify, from: folder) { progress(id, $0) })
      }
    }
  }
}
