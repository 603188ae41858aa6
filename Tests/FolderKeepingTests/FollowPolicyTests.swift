import Testing

@testable import FolderKeeping

@Suite struct FollowPolicyTests {
  private static let millisecond: Int64 = 1_000_000

  @Test func `branch and index that stand at the tip are not due`() {
    #expect(FollowPolicy().due == nil)
  }

  @Test func `while writing the index is quick they follow at once`() {
    var policy = FollowPolicy()
    policy.noteFollowed(at: 100 * Self.millisecond, took: 5 * Self.millisecond)
    policy.noteMove(at: 200 * Self.millisecond)
    #expect(policy.due == 200 * Self.millisecond)
  }

  @Test func `quick ones take at most a tenth of the time`() {
    var policy = FollowPolicy()
    policy.noteFollowed(at: 100 * Self.millisecond, took: 5 * Self.millisecond)
    policy.noteMove(at: 101 * Self.millisecond)
    #expect(policy.due == 145 * Self.millisecond)
  }

  @Test func `a slow one waits for quiet`() {
    var policy = FollowPolicy()
    policy.noteFollowed(at: 0, took: 6 * Self.millisecond)
    policy.noteMove(at: 1_000 * Self.millisecond)
    #expect(policy.due == 1_000 * Self.millisecond + FollowPolicy.quiet)
  }

  @Test func `steady work does not put a slow one off for longer than the limit`() {
    var policy = FollowPolicy()
    policy.noteFollowed(at: 0, took: 6 * Self.millisecond)
    for time in stride(from: Int64(1_000), through: 5_000, by: 100) { policy.noteMove(at: time * Self.millisecond) }
    #expect(policy.due == 1_000 * Self.millisecond + FollowPolicy.latest)
  }

  @Test func `it takes at most 2 percent of the time where the limit allows that`() {
    var policy = FollowPolicy()
    policy.noteFollowed(at: 0, took: 10 * Self.millisecond)
    policy.noteMove(at: Self.millisecond)
    #expect(policy.due == 49 * 10 * Self.millisecond)
  }

  @Test func `nothing puts one off for longer than the limit, however long the last one took`() {
    var policy = FollowPolicy()
    policy.noteFollowed(at: 0, took: 180 * Self.millisecond)
    policy.noteMove(at: Self.millisecond)
    #expect(policy.due == Self.millisecond + FollowPolicy.latest)
  }

  @Test func `while it is blocked the tries become rarer, and a success forgets that`() {
    var policy = FollowPolicy()
    var now = Self.millisecond
    policy.noteMove(at: now)
    var pauses: [Int64] = []
    for _ in 0..<6 {
      policy.noteBlocked(at: now)
      let due = policy.due ?? .max
      pauses.append((due - now) / Self.millisecond)
      now = due
    }
    #expect(pauses == [125, 250, 500, 1_000, 1_000, 1_000])
    policy.noteFollowed(at: now, took: Self.millisecond)
    policy.noteMove(at: now + 1)
    #expect(policy.due == now + 9 * Self.millisecond)
  }
}
