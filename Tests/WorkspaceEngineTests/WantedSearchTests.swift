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

  @Test func `a round finds what is wanted here since the branch moved, and searches nothing again`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try folder.save(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
    try folder.save(".stet/policy.toml", "[placeholders]\nkeep_free = \"1 MB\"\n")
    try await folder.open { workspace in
      // The search of the start is over: later, it would take this test's pins for its own wishes, or miss them.
      try await until { workspace.largeFiles.contents.searches.withLock { $0 != WantedSearches() } }
      try folder.save("film.bin", Self.content)
      try await workspace.settle()
      try await evictAndPin(workspace)
      await workspace.largeFiles.transfers.attendOnce()
      try await until { folder.text("film.bin") == Self.content }
      try await workspace.largeFiles.pins.change(adding: [], removing: ["film.bin"])
      try await evictAndPin(workspace)
      await workspace.largeFiles.transfers.attendOnce()
      #expect(folder.text("film.bin") != Self.content, "the branch has the same tip")
      let objects = try #require(workspace.exchange.current.objects)
      #expect(await objects.downloader.waiting().count == 0)
      try folder.save("n.md", "words\n")
      try await workspace.settle()
      await workspace.largeFiles.transfers.attendOnce()
      try await until { folder.text("film.bin") == Self.content }
    }
  }

  /// Evicts a file, and marks it as wanted here as no request does.
  private func evictAndPin(_ workspace: Workspace) async throws {
    let evicted = try await workspace.large(LargeRequest(.evict, paths: ["film.bin"])).files.first
    #expect(evicted?.outcome == "done")
    try await workspace.largeFiles.pins.change(adding: ["film.bin"], removing: [])
  }
}
