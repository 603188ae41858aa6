import Dispatch
import Synchronization
import Testing
import Threads

/// Work on several threads ahead of a consumer.
@Suite struct OrderedWorkTests {
  /// Returns everything that a consumer takes.
  private func all<Output>(_ work: OrderedWork<Int, Output>) -> [Output] {
    var taken: [Output] = []
    while let batch = work.next() { taken += batch }
    return taken
  }

  @Test(arguments: [(0, 1, 1, 1), (1, 3, 2, 2), (7, 3, 2, 4), (1_000, 7, 5, 3), (64, 64, 4, 2), (65, 64, 1, 8)])
  func `the results are in the order of the inputs`(count: Int, size: Int, ahead: Int, threads: Int) {
    let work = OrderedWork(Array(0..<count), batchesOf: size, ahead: ahead, threads: threads, label: "test") { batch in
      // A batch that takes longer than the next one.
      if batch.first.map({ $0 % 2 == 0 }) == true { for _ in 0..<1_000 { _ = Int.random(in: 0...9) } }
      return batch.map { $0 * 10 }
    }
    #expect(all(work) == (0..<count).map { $0 * 10 })
    #expect(work.next() == nil)
  }

  @Test func `no more batches are begun than may wait`() {
    let counter = Counter()
    let begun = DispatchSemaphore(value: 0)
    let work = OrderedWork(Array(0..<100), batchesOf: 1, ahead: 3, threads: 4, label: "test") { batch in
      counter.add()
      begun.signal()
      return batch
    }
    for _ in 0..<3 { begun.wait() }
    for taken in 1...97 {
      #expect(counter.count == taken + 2)
      #expect(work.next() == [taken - 1])
      begun.wait()
    }
    #expect(all(work) == [97, 98, 99])
    #expect(counter.count == 100)
  }

  @Test func `after the end nothing is begun and nothing is taken`() {
    let counter = Counter()
    let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let work = OrderedWork(Array(0..<10), batchesOf: 1, ahead: 4, threads: 1, label: "test") { batch in
      counter.add()
      inside.signal()
      goOn.wait()
      return batch
    }
    inside.wait()
    work.end()
    goOn.signal()
    #expect(work.next() == nil)
    #expect(counter.count == 1)
  }

  private final class Counter: Sendable {
    private let state = Mutex(0)
    var count: Int { state.withLock { $0 } }
    func add() { state.withLock { $0 += 1 } }
  }
}
