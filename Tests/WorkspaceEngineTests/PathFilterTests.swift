import FoundationEssentials
import GitObjects
import TestSupport
import Testing

@testable import WorkspaceEngine

/// The filters of changed paths in git's commit graph.
@Suite struct PathFilterTests {
  private static func script(_ first: Int, _ last: Int) -> String {
    """
    awk 'BEGIN { for (i = \(first); i <= \(last); i++) {
      printf "commit refs/heads/main\\ncommitter Person <person@example.org> %d +0000\\ndata 2\\nx\\n", 1600000000 + i
      if (i == \(first)) printf "\(first > 1 ? "from refs/heads/main^0\\n" : "")"
      printf "M 644 inline %d.md\\ndata <<EOT\\nversion %d\\nEOT\\n\\n", i % 10, i
    } }' | git fast-import --quiet
    """
  }

  private static func tip(_ folder: TestFolder) async throws -> ObjectID {
    try #require(ObjectID(hex: try await folder.git("rev-parse", "refs/heads/main")))
  }

  private static func layers(_ folder: TestFolder) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.root + "/.git/objects/info/commit-graphs"))
    return names?.count { $0.hasSuffix(".graph") } ?? 0
  }

  @Test func `commits are listed in batches, and the answers stay the same`() async throws {
    let folder = try await TestFolder(isEmpty: true)
    try await folder.git("init", "--quiet", "--initial-branch=main")
    let filters = PathFilters(git: folder.git)
    try await folder.git("-c", "alias.fill=!\(Self.script(1, PathFilters.batch - 1))", "fill")
    try await filters.add(upTo: try await Self.tip(folder))
    #expect(Self.layers(folder) == 0)
    try await folder.git("-c", "alias.fill=!\(Self.script(PathFilters.batch, 2 * PathFilters.batch))", "fill")
    let plain = try await folder.git("log", "--format=%H", "main", "--", "3.md")
    try await filters.add(upTo: try await Self.tip(folder))
    #expect(Self.layers(folder) == 1)
    #expect(try await folder.git("log", "--format=%H", "main", "--", "3.md") == plain)
    // A few more wait for others.
    try await folder.git("-c", "alias.fill=!\(Self.script(1_000, 1_010))", "fill")
    try await filters.add(upTo: try await Self.tip(folder))
    #expect(Self.layers(folder) == 1)
    #expect(try await folder.git("log", "--format=%H", "main", "--", "3.md").split(separator: "\n").count == 52)
    _ = try await folder.git("fsck", "--full")
  }
}
