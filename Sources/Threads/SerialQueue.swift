package import Dispatch
internal import Synchronization

/// A serial executor with its own queue, for actors that block in system calls.
///
/// The cooperative pool has only as many threads as the machine has processors; one blocked `fdatasync` there would
/// stop half of a machine with two.
package final class SerialQueue: SerialExecutor {
  /// The queue; kernel sources of the actor deliver their events here and then call `assumeIsolated`.
  package let queue: DispatchQueue
  private let waiting = Atomic(0)

  /// Makes an executor; debuggers show the label.
  ///
  /// - Parameter isBackground: whether its work has a lower priority than that of other executors, so that recording
  ///   never waits for merging.
  package init(label: String, isBackground: Bool = false) {
    queue = DispatchQueue(label: label, qos: isBackground ? .utility : .userInitiated)
  }

  /// Whether jobs wait for the running one; a long job should end soon then.
  package var isWaitedFor: Bool { waiting.load(ordering: .relaxed) > 0 }

  /// Runs a job after all earlier ones.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.add(1, ordering: .relaxed)
    queue.async {
      self.waiting.subtract(1, ordering: .relaxed)
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  /// Runs a blocking call after all earlier jobs, and waits for it.
  ///
  /// - Throws: errors of the body.
  package func run<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }

  /// Traps unless called on the queue.
  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// Runs a single blocking call on its own thread and waits for it, since the cooperative pool has only as many threads
/// as the machine has processors.
///
/// - Parameters:
///   - label: the name in debuggers.
///   - isBackground: whether the call has a lower priority than others.
///   - body: runs once; it does not receive a cancellation.
/// - Throws: errors of the body.
package func onThread<Value: Sendable, Failure: Error>(
  _ label: String, isBackground: Bool = false, isolation: isolated (any Actor)? = #isolation,
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await SerialQueue(label: label, isBackground: isBackground).run(body)
}
