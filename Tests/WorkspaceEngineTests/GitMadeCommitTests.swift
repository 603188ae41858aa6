import FileSystem
import GitObjects
import Testing

@testable import WorkspaceEngine

@Suite struct GitMadeCommitTests {
  private static func id(_ number: Int) throws -> ObjectID {
    try #require(ObjectID(hex: String(repeating: "0", count: 36) + String(1_000 + number)))
  }

  @Test func `those that are known are known after a restart, and no others`() async throws {
    let folder = try await TestFolder()
    let tree = try DiskTree(root: folder.root)
    let (one, two) = (try Self.id(1), try Self.id(2))
    try GitMadeCommits(tree: tree).note([one], andMore: false)
    let again = GitMadeCommits(tree: tree)
    #expect(again.contains(one) && !again.contains(two))
  }

  @Test(arguments: [true, false])
  func `where there are more than can be known, any may be git's until all are published`(isSaid: Bool) async throws {
    let folder = try await TestFolder()
    let tree = try DiskTree(root: folder.root)
    let known = try (0..<(isSaid ? 2 : 2_001)).map(Self.id)
    let other = try Self.id(5_000)
    try GitMadeCommits(tree: tree).note(known, andMore: isSaid)
    let again = GitMadeCommits(tree: tree)
    #expect(again.contains(other))
    try again.forgetMany()
    for commits in [again, GitMadeCommits(tree: tree)] {
      #expect(!commits.contains(other))
      #expect(commits.contains(known[known.count - 1]))
    }
  }
}
