internal import Dispatch
internal import Synchronization

/// A serial executor of its own thread pool queue, for actors that block in system calls (DESIGN "Modules").
///
/// The cooperative pool has as many threads as cores; one blocked `fdatasync` there would stop half of a small machine.
package final class SerialQueue: SerialExecutor {
  private let queue: DispatchQueue
  private let waiting = Atomic(0)

  /// Makes an executor; the label shows in debuggers.
  ///
  /// - Parameter isBackground: whether its work gives way to that of the others: recording never waits for merging.
  package init(label: String, isBackground: Bool = false) {
    queue = DispatchQueue(label: label, qos: isBackground ? .utility : .userInitiated)
  }

  /// Whether jobs wait behind the one that runs: a long one gives way then.
  package var isWaitedFor: Bool { waiting.load(ordering: .relaxed) > 0 }

  /// Runs a job after all before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.add(1, ordering: .relaxed)
    queue.async {
      self.waiting.subtract(1, ordering: .relaxed)
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  /// Traps unless called on the queue.
  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
