import Glibc
import Testing

@testable import WorkspaceEngine

@Suite struct LargeFileTests {
  @Test func `a file of any size is recorded here while others are saved, and stays off the tip`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      // Larger than what is ever read into memory at once; a hole, so that it takes no room on the disk.
      let size = 300_000_000
      try folder.save("film.mov", "")
      try #require(truncate(folder.root + "/film.mov", size) == 0)
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      #expect(try await folder.git("cat-file", "-s", "refs/stet/held:film.mov") == String(size))
      #expect(try await folder.git("ls-tree", "--name-only", "refs/stet/tip") == "a.md")
      #expect(try await workspace.status().held.map(\.path) == ["film.mov"])
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("rev-list", "--count", "refs/stet/held") == "1")
    }
  }
}
