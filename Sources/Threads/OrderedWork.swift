internal import Dispatch
internal import Synchronization

/// Work on batches of inputs that several threads do ahead of one consumer, which takes the results in order.
///
/// At most `ahead` batches are being worked on or wait for the consumer, whatever the speed of either side. The consumer
/// blocks for a result that is not there yet, so it is no task of the cooperative pool.
package final class OrderedWork<Input: Sendable, Output: Sendable>: Sendable {
  private let inputs: [Input]
  private let size: Int
  private let work: @Sendable ([Input]) -> [Output]
  private let queues: [DispatchQueue]
  /// One for each batch ahead; a batch uses that of its number modulo their count.
  private let ready: [DispatchSemaphore]
  private let state: Mutex<State>

  private struct State {
    /// The number of the next batch for the consumer.
    var next = 0
    /// The results that wait, by number of the batch.
    var results: [Int: [Output]] = [:]
    var isEnded = false
  }

  /// Begins to work.
  ///
  /// - Parameters:
  ///   - inputs: the inputs in order.
  ///   - size: the number of inputs of a batch.
  ///   - ahead: the greatest number of batches that were begun and not taken.
  ///   - threads: the number of threads.
  ///   - label: the name of the threads in debuggers.
  ///   - work: returns an output for each input of a batch; called on any of the threads.
  package init(
    _ inputs: [Input], batchesOf size: Int, ahead: Int, threads: Int, label: String,
    _ work: @escaping @Sendable ([Input]) -> [Output]
  ) {
    self.inputs = inputs
    self.size = max(1, size)
    self.work = work
    queues = (0..<max(1, threads)).map { DispatchQueue(label: "\(label).\($0)", qos: .userInitiated) }
    ready = (0..<max(1, ahead)).map { _ in DispatchSemaphore(value: 0) }
    state = Mutex(State())
    for number in ready.indices { begin(number) }
  }

  /// Returns the results of the next batch; nil after the last one, and after `end`. Blocks.
  package func next() -> [Output]? {
    let number = state.withLock { state -> Int? in
      guard !state.isEnded, state.next * size < inputs.count else { return nil }
      state.next += 1
      return state.next - 1
    }
    guard let number else { return nil }
    ready[number % ready.count].wait()
    let results = state.withLock { $0.results.removeValue(forKey: number) }
    begin(number + ready.count)
    return results
  }

  /// Ends the work: batches that were not begun are not worked on.
  package func end() {
    state.withLock { state in
      state.isEnded = true
      state.results = [:]
    }
  }

  private func begin(_ number: Int) {
    guard number * size < inputs.count else { return }
    let batch = Array(inputs[(number * size)..<min((number + 1) * size, inputs.count)])
    queues[number % queues.count].async { [self] in
      let results = state.withLock { $0.isEnded } ? [] : work(batch)
      state.withLock { state in
        if !state.isEnded { state.results[number] = results }
      }
      ready[number % ready.count].signal()
    }
  }
}
