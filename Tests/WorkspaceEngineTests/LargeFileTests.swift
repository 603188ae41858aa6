import Glibc
import Testing

@testable import WorkspaceEngine

@Suite struct LargeFileTests {
  @Test func `a file of any size is recorded as a pointer while others are saved`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      // Larger than what is ever read into memory at once; a hole, so that it takes no room on the disk.
      let size = 48_000_000
      try folder.save("film.mov", "")
      try #require(truncate(folder.root + "/film.mov", size) == 0)
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      let pointer = try await folder.git("show", "refs/stet/tip:film.mov")
      #expect(pointer.hasSuffix("size \(size)"))
      #expect(
        try await folder.git("ls-tree", "--name-only", "refs/stet/tip") == ".gitattributes\na.md\nfilm.mov")
      #expect(try await workspace.status().held.isEmpty)
      #expect(try await folder.git("status", "--porcelain").isEmpty)
    }
    let tip = try await folder.git("rev-parse", "refs/stet/tip")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("rev-parse", "refs/stet/tip") == tip)
    }
  }

  @Test func `where somebody wants it as it is, a large file is recorded here and stays off the tip`() async throws {
    let folder = try await TestFolder()
    try folder.save(".gitattributes", "*.mov -filter\n")
    try await folder.open { workspace in
      // Larger than what is ever read into memory at once; a hole, so that it takes no room on the disk.
      let size = 48_000_000
      try folder.save("film.mov", "")
      try #require(truncate(folder.root + "/film.mov", size) == 0)
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      #expect(try await folder.git("cat-file", "-s", "refs/stet/held:film.mov") == String(size))
      #expect(try await folder.git("ls-tree", "--name-only", "refs/stet/tip") == ".gitattributes\na.md")
      #expect(try await workspace.status().held.map(\.path) == ["film.mov"])
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await folder.git("rev-list", "--count", "refs/stet/held") == "1")
    }
  }
}
