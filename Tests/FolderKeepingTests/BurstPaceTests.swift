import Testing

@testable import FolderKeeping

@Suite struct BurstPaceTests {
  @Test func `the pause between large batches doubles up to the longest`() {
    var pace = BurstPace()
    var now: Int64 = 1_000
    #expect(pace.wait(at: now) == nil)
    var pauses: [Int64] = []
    for _ in 0..<5 {
      pace.recorded(BurstPace.least, at: now)
      let pause = pace.wait(at: now) ?? 0
      pauses.append(pause / 1_000_000)
      now += pause
      #expect(pace.wait(at: now) == nil)
    }
    #expect(pauses == [50, 100, 200, 400, 400])
  }

  @Test func `a few saves begin no pause and end none`() {
    var pace = BurstPace()
    pace.recorded(BurstPace.least - 1, at: 0)
    #expect(pace.wait(at: 0) == nil && !pace.isInBurst(at: 0))
    pace.recorded(500, at: 0)
    pace.recorded(1, at: 10_000_000)
    #expect(pace.wait(at: 10_000_000) == 40_000_000)
  }

  @Test func `a burst ends without large batches, and the next begins with the shortest pause`() {
    var pace = BurstPace()
    pace.recorded(500, at: 0)
    pace.recorded(500, at: 60_000_000)
    let end: Int64 = 160_000_000
    #expect(pace.wait(at: end) == nil && pace.isInBurst(at: end))
    #expect(!pace.isInBurst(at: end + BurstPace.longest + 1))
    pace.recorded(500, at: end + BurstPace.longest + 1)
    #expect(pace.wait(at: end + BurstPace.longest + 1) == BurstPace.shortest)
  }
}
