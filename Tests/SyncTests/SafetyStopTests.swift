import Testing

@testable import Sync

@Suite struct SafetyStopTests {
  @Test(arguments: [
    (100, 51, false), (100, 50, false), (100, 49, true), (30, 11, false), (30, 10, true), (3, 0, false), (20, 0, true),
    (19, 0, false), (10, 500, false),
  ])
  func `more than half gone and at least twenty is a stop`(from: Int, leaving: Int, stops: Bool) {
    #expect(SafetyStop.stops(from: from, leaving: leaving) == stops)
  }

  @Test func `many small batches are seen as one`() {
    var stop = SafetyStop()
    var files = 1_000
    stop.note(files: files, at: .zero)
    var stoppedAt: Int?
    for second in 1...60 {
      files = files * 9 / 10
      if stop.stops(leaving: files, at: .seconds(second)) {
        stoppedAt = files
        break
      }
      stop.note(files: files, at: .seconds(second))
    }
    #expect(stoppedAt.map { $0 > 400 } == true)
  }

  @Test func `what was more than ten minutes ago does not count`() {
    var stop = SafetyStop()
    stop.note(files: 1_000, at: .zero)
    stop.note(files: 400, at: .seconds(300))
    #expect(stop.greatest(at: .seconds(600)) == 1_000)
    #expect(stop.greatest(at: .seconds(601)) == 400)
    #expect(!stop.stops(leaving: 390, at: .seconds(601)))
  }

  @Test func `a burst of deletions waits for two quiet seconds`() {
    var burst = DeletionBurst()
    burst.note(unpublished: 20, at: .seconds(1))
    #expect(burst.wait(at: .seconds(1)) == nil)
    burst.note(unpublished: 21, at: .seconds(2))
    #expect(burst.wait(at: .seconds(2)) == .seconds(2))
    burst.note(unpublished: 50, at: .seconds(3))
    burst.note(unpublished: 50, at: .seconds(4))
    #expect(burst.wait(at: .seconds(4)) == .seconds(1))
    #expect(burst.wait(at: .seconds(5)) == nil)
  }
}
