import Merge
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
