internal import Dispatch
internal import Synchronization

/// Returns the values of a function for the numbers below a count, in their order, computed by several threads.
///
/// The calling thread computes too, so that the call ends even if no other thread is free. Threads take the next number
/// when they are done with one: a number that takes long delays no other.
///
/// - Parameters:
///   - count: the number of values.
///   - threads: the maximum number of threads, including the calling one.
///   - label: the name of the other threads in debuggers.
///   - body: computes a value; it may block, but not wait for another value.
package func parallelMap<Value: Sendable>(
  _ count: Int, threads: Int, label: String, _ body: @escaping @Sendable (Int) -> Value
) -> [Value] {
  guard count > 1, threads > 1 else { return (0..<max(0, count)).map(body) }
  let work = ParallelWork(count: count, body: body)
  for _ in 1..<min(threads, count) { DispatchQueue(label: label, qos: .userInitiated).async { work.run() } }
  work.run()
  return work.values()
}

/// The numbers that threads share out among themselves, and the values for them.
private final class ParallelWork<Value: Sendable>: Sendable {
  private let count: Int
  private let body: @Sendable (Int) -> Value
  private let next = Atomic(0)
  private let done = Mutex<[(number: Int, value: Value)]>([])
  /// Signalled once every value is computed. A thread that starts later finds no number left, and nobody waits for it.
  private let end = DispatchSemaphore(value: 0)

  init(count: Int, body: @escaping @Sendable (Int) -> Value) {
    self.count = count
    self.body = body
  }

  /// Computes values until no number is left.
  func run() {
    var own: [(number: Int, value: Value)] = []
    while true {
      let number = next.add(1, ordering: .relaxed).oldValue
      guard number < count else { break }
      own.append((number, body(number)))
    }
    guard !own.isEmpty else { return }
    let values = own
    let isLast = done.withLock { done in
      done += values
      return done.count == count
    }
    if isLast { end.signal() }
  }

  /// Waits for the last value, and returns all in the order of their numbers; called once.
  func values() -> [Value] {
    end.wait()
    return done.withLock { $0.sorted { $0.number < $1.number }.map(\.value) }
  }
}
