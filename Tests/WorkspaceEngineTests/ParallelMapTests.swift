import Dispatch
import Synchronization
import Testing
import Threads

/// Work that several threads share.
@Suite struct ParallelMapTests {
  @Test(arguments: [0, 1, 2, 3, 1_000], [1, 2, 4, 9])
  func `each number is computed once, and the values are in its order`(count: Int, threads: Int) {
    let calls = Calls()
    let values = parallelMap(count, threads: threads, label: "test.map") { number in
      calls.add()
      return number * number
    }
    #expect(values == (0..<count).map { $0 * $0 })
    #expect(calls.count == count)
  }

  @Test func `threads beyond the first take part`() {
    let begun = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let values = parallelMap(2, threads: 2, label: "test.map") { number in
      begun[number].signal()
      // Each of the two values waits for the other.
      begun[1 - number].wait()
      return number
    }
    #expect(values == [0, 1])
  }
}

/// A number of calls.
private final class Calls: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock(\.self) }
  func add() { number.withLock { $0 += 1 } }
}
