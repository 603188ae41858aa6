import Testing

@testable import FolderKeeping

@Suite struct CheckpointPolicyTests {
  private static let second: Int64 = 1_000_000_000

  @Test func `nothing recorded means nothing due`() {
    #expect(CheckpointPolicy().due(commits: 0, at: 0) == nil)
  }

  @Test(
    arguments: [
      // commits at these seconds, number of commits, now → due (seconds)
      ([0], 1, 1, 5), ([0, 3], 2, 4, 8), (Array(0...59), 60, 59, 60), ([10], 256, 11, 11),
    ] as [([Int64], Int, Int64, Int64)])
  func `it is due at rest, after a minute of work, or after 256 commits`(
    times: [Int64], commits: Int, now: Int64, due: Int64
  ) {
    var policy = CheckpointPolicy()
    for time in times { policy.noteCommit(at: time * Self.second) }
    #expect(policy.due(commits: commits, at: now * Self.second) == due * Self.second)
  }

  @Test func `one that failed comes again, later each time, without another commit`() {
    var policy = CheckpointPolicy()
    policy.noteCommit(at: 0)
    for pause: Int64 in [5, 10, 20, 40, 80, 160, 300, 300] {
      policy.noteFailure(at: 0)
      #expect(policy.due(commits: 300, at: 0) == pause * Self.second)
    }
    policy.noteCheckpoint()
    #expect(policy.due(commits: 0, at: 0) == nil)
    policy.noteFailure(at: 0)
    #expect(policy.due(commits: 0, at: 0) == 5 * Self.second)
  }

  @Test func `after one nothing is due`() {
    var policy = CheckpointPolicy()
    policy.noteCommit(at: 0)
    policy.noteCheckpoint()
    #expect(policy.due(commits: 0, at: 100 * Self.second) == nil)
  }
}
