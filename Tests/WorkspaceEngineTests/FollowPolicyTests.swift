import Testing

@testable import WorkspaceEngine

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

  @Test func `it takes at most 2 percent of the time`() {
    var policy = FollowPolicy()
    policy.noteFollowed(at: 0, took: 60 * Self.millisecond)
    policy.noteMove(at: Self.millisecond)
    #expect(policy.due == 49 * 60 * Self.millisecond)
  }
}
