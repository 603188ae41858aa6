import LargeFiles
import TestSupport
import Testing

@Suite struct `The plan of a transfer` {
  private func grant(_ pointers: [Pointer], lifetime: Duration? = nil) -> BatchAnswer {
    var answer = try? BatchAnswer(Array(#"{"objects":[]}"#.utf8), to: BatchRequest(.download, []))
    for pointer in pointers {
      answer?.verdicts[pointer.id] = .move(
        BatchAction(address: "http://h/\(pointer.id)", lifetime: lifetime), verify: nil)
    }
    guard let answer else { preconditionFailure("an empty answer is one") }
    return answer
  }

  @Test func `asks for a hundred at a time and moves eight at once`() {
    var queue = TransferQueue(Samples.pointers(250))
    var generator = SeededGenerator(seed: 1)
    guard case .ask(let asked)? = queue.next(now: .zero).first else {
      Issue.record("nothing was asked for")
      return
    }
    #expect(asked.count == 100)
    #expect(queue.next(now: .zero).isEmpty)
    queue.answered(grant(asked), now: .zero, using: &generator)
    #expect(queue.next(now: .zero).count == 8)
  }

  @Test func `one whose bytes are here leaves its connection to the next, unless too many wait for the disk`() {
    var limits = TransferLimits(batch: 100, parallel: 2)
    limits.landing = 3
    let pointers = Samples.pointers(10)
    var queue = TransferQueue(pointers, limits: limits)
    var generator = SeededGenerator(seed: 1)
    _ = queue.next(now: .zero)
    queue.answered(grant(pointers), now: .zero, using: &generator)
    #expect(queue.next(now: .zero).count == 2)
    for number in 0..<3 {
      queue.arrived(pointers[number].id)
      #expect(queue.next(now: .zero).count == (number < 2 ? 1 : 0))
    }
    queue.moved(pointers[0].id, nil, now: .zero, using: &generator)
    #expect(queue.next(now: .zero).count == 1)
    #expect(queue.takeEnded().map(\.id) == [pointers[0].id] && queue.takeEnded().isEmpty)
    queue.cancel()
    for number in 1..<5 { queue.moved(pointers[number].id, nil, now: .zero, using: &generator) }
    #expect(queue.isFinished && queue.takeEnded().count == 9)
  }

  @Test func `moves an object once that stands twice, and none without bytes`() {
    let pointer = Pointer(id: Samples.id(1), size: 5)
    var queue = TransferQueue([pointer, pointer, Pointer(id: .empty, size: 0)])
    #expect(queue.next(now: .zero) == [.ask([pointer])])
  }

  @Test func `a request that ran out is asked for again, not used`() {
    let pointers = Samples.pointers(2)
    var queue = TransferQueue(pointers, limits: TransferLimits(batch: 10, parallel: 1))
    var generator = SeededGenerator(seed: 1)
    _ = queue.next(now: .zero)
    queue.answered(grant(pointers, lifetime: .seconds(60)), now: .zero, using: &generator)
    #expect(queue.next(now: .zero).count == 1)
    queue.moved(pointers[0].id, nil, now: .seconds(58), using: &generator)
    #expect(queue.next(now: .seconds(58)) == [.ask([pointers[1]])])
  }

  @Test func `too large a batch is halved until the server takes it`() {
    var queue = TransferQueue(Samples.pointers(100))
    var generator = SeededGenerator(seed: 1)
    var sizes: [Int] = []
    while case .ask(let asked)? = queue.next(now: .zero).first {
      sizes.append(asked.count)
      if asked.count <= 20 { break }
      queue.refused(.status(413, message: "", retryAfter: nil), now: .zero, using: &generator)
    }
    #expect(sizes == [100, 50, 25, 12])
  }

  @Test func `a cancelled one begins nothing more`() {
    let pointers = Samples.pointers(20)
    var queue = TransferQueue(pointers)
    var generator = SeededGenerator(seed: 1)
    _ = queue.next(now: .zero)
    queue.answered(grant(pointers), now: .zero, using: &generator)
    let moving = queue.next(now: .zero)
    queue.cancel()
    #expect(queue.next(now: .zero).isEmpty && !queue.isFinished)
    for case .move(let pointer, _, _) in moving { queue.moved(pointer.id, nil, now: .zero, using: &generator) }
    #expect(queue.isFinished && queue.outcomes.count == 20)
    #expect(queue.outcomes.values.filter { $0 == .moved }.count == 8)
  }

  /// A server that fails as it likes: every object ends once, no more than the limit move at once, and time passes only
  /// where the plan says that it waits.
  @Test func `every object ends, whatever the server does`() throws {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pointers = Samples.pointers(Int.random(in: 0...60, using: &generator))
      let limits = TransferLimits(
        batch: Int.random(in: 1...20, using: &generator), parallel: Int.random(in: 1...5, using: &generator))
      var queue = TransferQueue(pointers, limits: limits)
      var moving: [Pointer] = []
      var now = Duration.zero
      var rounds = 0
      while !queue.isFinished {
        rounds += 1
        try #require(rounds < 20_000, "seed \(seed) does not end")
        for step in queue.next(now: now) {
          switch step {
          case .ask(let asked):
            #expect(asked.count <= limits.batch)
            if Int.random(in: 0..<4, using: &generator) == 0 {
              queue.refused(.status(503, message: "", retryAfter: 2), now: now, using: &generator)
            } else {
              queue.answered(grant(asked, lifetime: .seconds(20)), now: now, using: &generator)
            }
          case .move(let pointer, _, _): moving.append(pointer)
          }
        }
        #expect(moving.count <= limits.parallel, "seed \(seed)")
        if let pointer = moving.popLast() {
          now += .seconds(1)
          let faults: [TransferFault?] = [nil, nil, .stalled, .wrong("x"), .status(404, message: "", retryAfter: nil)]
          queue.moved(pointer.id, faults.randomElement(using: &generator) ?? nil, now: now, using: &generator)
        } else if let due = queue.due {
          now = max(now, due)
        }
      }
      #expect(queue.outcomes.count == pointers.count, "seed \(seed)")
      #expect(queue.outcomes.values.allSatisfy { $0 != .present }, "seed \(seed)")
    }
  }
}
