import Testing

@testable import FolderKeeping

@Suite struct ForeignGitTests {
  private static let second: Int64 = 1_000_000_000

  @Test func `without a lock saves are recorded and writes go on`() {
    var git = ForeignGit()
    git.note(isLocked: false, at: 5)
    #expect(git.mayRecord(at: 5))
    #expect(git.mayWrite(at: 5))
  }

  @Test func `while the lock stands and until 250 ms after it nothing is recorded`() {
    var git = ForeignGit()
    git.note(isLocked: true, at: 0)
    #expect(git.recordingResumes(at: Self.second) == nil)
    git.note(isLocked: false, at: 2 * Self.second)
    #expect(!git.mayRecord(at: 2 * Self.second + ForeignGit.rest - 1))
    #expect(git.mayRecord(at: 2 * Self.second + ForeignGit.rest))
  }

  @Test func `a lock that came and went between two looks counts as one`() {
    var git = ForeignGit()
    git.noteLockEvent(at: Self.second)
    #expect(!git.mayRecord(at: Self.second + 1))
    #expect(git.mayRecord(at: Self.second + ForeignGit.rest))
  }

  @Test func `a write waits for a lock that was just taken and passes one that is merely held`() {
    var git = ForeignGit()
    git.note(isLocked: true, at: 0)
    #expect(!git.mayWrite(at: ForeignGit.patience - 1))
    #expect(git.mayWrite(at: ForeignGit.patience))
  }

  @Test func `large files change places only when git has ended, however long it holds the lock`() {
    var git = ForeignGit()
    #expect(git.mayExchange(at: 0))
    git.note(isLocked: true, at: 0)
    for now in [0, ForeignGit.patience, 3_600 * Self.second] {
      git.note(isLocked: true, at: now)
      #expect(!git.mayExchange(at: now))
    }
    let end = 3_601 * Self.second
    git.note(isLocked: false, at: end)
    #expect(!git.mayExchange(at: end + ForeignGit.rest - 1))
    #expect(git.mayExchange(at: end + ForeignGit.rest))
  }

  @Test func `a write waits while files change under a lock`() {
    var git = ForeignGit()
    git.note(isLocked: true, at: 0)
    git.noteChange(at: Self.second)
    #expect(!git.mayWrite(at: Self.second + ForeignGit.patience - 1))
    #expect(git.mayWrite(at: Self.second + ForeignGit.patience))
  }
}
