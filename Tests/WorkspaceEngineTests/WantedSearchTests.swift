import FileSystem
import GitObjects
import LargeFiles
import TestSupport
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// The searches for large files whose contents are wanted here.
@Suite struct WantedSearchTests {
  private static let content = String(repeating: "a", count: 3_000)

  @Test func `a search is due for a new tip, and after an hour`() throws {
    let second: Int64 = 1_000_000_000
    let (one, two) = (try id("1"), try id("2"))
    var searches = WantedSearches()
    #expect(searches.isDue(of: nil, at: 0))
    searches.note(one, at: 10 * second)
    #expect(!searches.isDue(of: one, at: 11 * second) && !searches.isDue(of: one, at: 3_609 * second))
    #expect(searches.isDue(of: two, at: 11 * second) && searches.isDue(of: one, at: 3_610 * second))
    searches.note(two, at: 12 * second)
    #expect(searches.isDue(of: one, at: 13 * second))
  }

  private func id(_ digit: Character) throws -> ObjectID {
    try #require(ObjectID(hex: String(repeating: digit, count: 40)))
  }

  @Test func `contents that the person's own pull brings are downloaded`() async throws {
    let folder = try await TestFolder()
    let there = try await TestFolder(isEmpty: true)
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try folder.save(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
    try folder.save(".stet/policy.toml", "[placeholders]\nkeep_free = \"1 MB\"\n")
    try await folder.open { workspace in
      try await workspace.settle()
      // A branch that Stet does not follow.
      try await there.git.clone(remote, branch: "main")
      try await CutOffClone(git: there.git).checkOut("main")
      try await there.git("config", "user.name", "Ann")
      try await there.git("config", "user.email", "ann@example.org")
      try await there.git("checkout", "-q", "-b", "side")
      let pointer = try ObjectFolder(path: remote + "/lfs").store(Array(Self.content.utf8))
      let text = String(decoding: pointer.bytes, as: UTF8.self)
      try there.save("film.bin", text)
      try await there.git("add", "-A")
      try await there.git("commit", "-q", "-m", "film")
      try await there.git("push", "-q", "origin", "side")
      try await folder.git("pull", "-q", "--no-rebase", "origin", "side")
      try await workspace.settle()
      #expect(folder.text("film.bin") == text)
      await workspace.largeFiles.transfers.attendOnce()
      try await until { folder.text("film.bin") == Self.content }
    }
  }
}
