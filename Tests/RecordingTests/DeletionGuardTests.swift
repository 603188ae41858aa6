import Recording
import Testing

@Suite struct `Deletion guard` {
  private static let second: Int64 = 1_000_000_000

  @Test(arguments: [
    (100, 50, false), (100, 51, true), (20, 20, true), (19, 19, false), (39, 20, true), (40, 20, false),
    (1_000_000, 500_001, true), (0, 0, false),
  ])
  func `more than half and at least twenty at once are asked about`(files: Int, deletions: Int, asks: Bool) {
    var deletionGuard = DeletionGuard()
    let asked = deletionGuard.mustAsk(deletions: deletions, of: files, at: 0)
    #expect(asked == asks)
  }

  @Test func `a folder that is emptied little by little is noticed (review A14)`() {
    var deletionGuard = DeletionGuard()
    var files = 1_000
    deletionGuard.note(files: files, at: 0)
    var time: Int64 = 0
    while !deletionGuard.mustAsk(deletions: files / 10, of: files, at: time), files > 100 {
      files -= files / 10
      time += Self.second
      deletionGuard.note(files: files, at: time)
    }
    #expect(files >= 500)
  }

  @Test func `what went more than ten minutes ago does not count`() {
    var deletionGuard = DeletionGuard()
    deletionGuard.note(files: 100, at: 0)
    let within = deletionGuard.mustAsk(deletions: 20, of: 60, at: 600 * Self.second)
    let after = deletionGuard.mustAsk(deletions: 20, of: 60, at: 601 * Self.second)
    #expect(within && !after)
  }

  @Test func `a permission holds once`() {
    var deletionGuard = DeletionGuard()
    deletionGuard.allowOnce()
    let first = deletionGuard.mustAsk(deletions: 100, of: 100, at: 0)
    let second = deletionGuard.mustAsk(deletions: 100, of: 100, at: 1)
    #expect(!first && second)
  }

  @Test func `a permission that is withdrawn unused allows nothing, and what went before still counts`() {
    var deletionGuard = DeletionGuard()
    deletionGuard.note(files: 100, at: 0)
    deletionGuard.allowOnce()
    deletionGuard.disallow()
    let asks = deletionGuard.mustAsk(deletions: 20, of: 60, at: Self.second)
    #expect(asks)
  }
}
