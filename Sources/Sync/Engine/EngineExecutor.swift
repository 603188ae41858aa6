internal import Dispatch

/// A thread of its own for work that reads and merges trees: the shared pool has as many threads as cores, and the
/// recorder must never wait for one.
final class EngineExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "stet.sync", qos: .utility)

  /// Runs a job behind those before it.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
