import History
import Testing

@Suite struct `Times` {
  @Test(arguments: [SystemTime() as any TimeSource, SimulatedTime()])
  func `a clock's monotonic part never goes back and two readings can be compared`(_ source: any TimeSource) {
    var last = source.now()
    for round in 0..<1_000 {
      (source as? SimulatedTime)?.advance(nanoseconds: round % 3 == 0 ? -500_000_000 : 1_000)
      let now = source.now()
      #expect(now.monotonic >= last.monotonic)
      #expect(abs(now.offset) <= 14 * 60)
      #expect(now.seconds > 1_600_000_000)
      last = now
    }
  }

  @Test func `the system's clock goes on by itself`() {
    let source = SystemTime()
    let start = source.now()
    var now = start
    for _ in 0..<10_000_000 where now.monotonic == start.monotonic { now = source.now() }
    #expect(now.monotonic > start.monotonic)
  }
}
