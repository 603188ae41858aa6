package import Dispatch

/// Runs an actor on a queue of its own, so that socket calls never take a thread of the cooperative pool.
package final class QueueExecutor: SerialExecutor {
  /// The queue; sources of the actor deliver here and then `assumeIsolated`.
  package let queue: DispatchQueue

  /// Makes an executor with a queue of this name.
  package init(label: String) {
    queue = DispatchQueue(label: label)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
