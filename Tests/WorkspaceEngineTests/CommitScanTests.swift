import FileSystem
import Git
import GitObjects
import TestSupport
import Testing

@testable import Permissions
@testable import Secrets
@testable import WorkspaceEngine

/// The scan of commits for secrets.
@Suite struct CommitScanTests {
  private static let token = "gh" + "p_" + "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ"

  @Test(arguments: ["commit", "tree", "blob"])
  func `an object that cannot be read for a moment is not taken as one without a secret`(kind: String) async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try await folder.git("add", "a.md")
    try await folder.git("commit", "-q", "-m", "first")
    try folder.save("key.md", "the key \(Self.token)\n")
    try await folder.git("add", "key.md")
    try await folder.git("commit", "-q", "-m", "second")
    let names = ["commit": "HEAD", "tree": "HEAD^{tree}", "blob": "HEAD:key.md"]
    let commits = try await folder.git("rev-list", "--reverse", "HEAD").split(separator: "\n")
      .compactMap { ObjectID(hex: String($0)) }
    let object = try await folder.git("rev-parse", try #require(names[kind]))
    let path = "\(folder.root)/.git/objects/\(object.prefix(2))/\(object.dropFirst(2))"
    try Program.shell("mv \(path) \(path).away && echo damaged > \(path)")
    var scan = CommitScan(of: commits.map { CommitScan.Commit(id: $0) })
    let rules = [SecretRules()]
    do {
      let store = try Repository(root: folder.root)
      let first = try scan.run(by: rules, in: store) { true }
      #expect(first.map(\.commit.id) == Array(commits.prefix(1)))
      #expect(throws: ObjectStoreError.self) { try scan.run(by: rules, in: store) { true } }
      #expect(!scan.isDone)
    }
    try Program.shell("mv -f \(path).away \(path)")
    let found = try scan.run(by: rules, in: try Repository(root: folder.root)) { true }
    #expect(found.flatMap(\.found).map(\.version.path) == ["key.md"] && scan.isDone)
  }
}
