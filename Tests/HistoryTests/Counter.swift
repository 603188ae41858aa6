import Synchronization

/// A number that hooks of a simulated disk may count with.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  @discardableResult
  func add() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
