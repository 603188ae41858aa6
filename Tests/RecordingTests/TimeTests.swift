import GitObjects
import Recording
import TestSupport
import Testing
import WorkTree

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

@Suite struct CaptureTests {
  @Test func `a capture says why it kept nothing, and one after it keeps all`() throws {
    let desk = try Desk { surroundings in
      surroundings.durability.beginImport = { () throws(ObjectStoreError) -> any BulkImport in throw .failed("no room")
      }
    }
    try desk.save("a.md", "one\n")
    try desk.record("a.md")
    try desk.running().log.pause("a test")
    let paths = [try WorkspacePath("a.md")]
    try desk.save("a.md", String(repeating: "x", count: 5_000_000))
    let failed = try desk.running().capture(paths[...], omitting: .trees([]))
    #expect(failed.looked == 1 && failed.problem?.contains("no room") == true)
    #expect(try desk.running().tips.heldTip == nil)
    try desk.save("a.md", "small\n")
    #expect(try desk.running().capture(paths[...], omitting: .trees([])).problem == nil)
    #expect(try desk.running().tips.heldTip != nil)
  }
}
