import Testing

@testable import FileWatching

struct SettlePolicyTests {
  private let policy = SettlePolicy()

  @Test(
    arguments: [
      (0, 0, 20), (1_000, 1_000, 1_020), (890, 0, 900), (900, 0, 900), (5_000, 0, 5_000),
    ] as [(Int64, Int64, Int64)])
  func `a close settles after 20 ms, endless closes after 900 ms`(now: Int64, since: Int64, due: Int64) {
    #expect(policy.dueAfterClose(now: now * ms, since: since * ms) == due * ms)
  }

  @Test(arguments: [(0, 0, 200), (1_900, 0, 2_000), (3_000, 0, 3_000)] as [(Int64, Int64, Int64)])
  func `a change settles after 200 ms, endless changes after two seconds`(now: Int64, since: Int64, due: Int64) {
    #expect(policy.dueAfterModify(now: now * ms, since: since * ms) == due * ms)
  }

  @Test(
    arguments: [
      (0, 0, 1_000, false), (1, 0, 0, true), (100, 100, 0, true), (100, 101, 0, false), (100, 101, 599_999, false),
      (100, 101, 600_000, true),
    ] as [(Int64, Int64, Int64, Bool)])
  func `a prefix is taken when all before it are no larger`(size: Int64, taken: Int64, since: Int64, takes: Bool) {
    #expect(policy.takesPrefix(size: size, taken: taken, sinceLastTake: since * ms) == takes)
  }

  @Test(arguments: [1, 4_096, 999_983] as [Int64])
  func `all prefixes together are at most twice the final size`(step: Int64) {
    var size: Int64 = 0
    var taken: Int64 = 0
    while size < 3_000_000_000 {
      size += max(step, size / 1_000)
      if policy.takesPrefix(size: size, taken: taken, sinceLastTake: 0) { taken += size }
      #expect(taken <= 2 * size)
    }
    #expect(taken > size / 2)
  }

  @Test func `a deletion is believed after two seconds, beside an editor's file after thirty`() {
    #expect(policy.dueAfterDeletion(at: 5, isAttended: false) == 2_000 * ms + 5)
    #expect(policy.dueAfterDeletion(at: 5, isAttended: true) == 30_000 * ms + 5)
  }
}
