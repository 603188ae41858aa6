import Synchronization

/// Counts from zero, for hooks of a simulated disk.
final class StepCount: Sendable {
  private let count = Mutex(-1)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
