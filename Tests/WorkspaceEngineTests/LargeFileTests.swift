import GitObjects
import Glibc
import Testing
import WorkspaceAPI

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

  @Test func `an agent gets no large file by its pointer`() async throws {
    let folder = try await TestFolder()
    let agent = Caller(agent: "bot", session: "s", tool: "write_file")
    try await folder.open { workspace in
      for path in ["secrets/a.bin", "b.bin"] {
        try folder.save(path, "")
        try #require(truncate(folder.root + "/" + path, path == "b.bin" ? 12_000_000 : 12_000_001) == 0)
      }
      try await workspace.settle()
      _ = try await workspace.read(ReadRequest(path: "b.bin", caller: agent))
      for text in [
        try await folder.git("cat-file", "blob", "refs/stet/held:secrets/a.bin") + "\n",
        try await folder.git("cat-file", "blob", "refs/stet/tip:b.bin") + "\n",
      ] {
        #expect(text.hasPrefix("version https://git-lfs"))
        for (path, token) in [("b.bin", nil), ("c.bin", ObjectID.zero)] {
          let error = await #expect(throws: VerbError.self) {
            let put = WriteAction.put(Array(text.utf8))
            _ = try await workspace.write(WriteRequest(path: path, action: put, token: token, caller: agent))
          }
          #expect(error?.what.contains("pointer") == true, "\(path): \(String(describing: error))")
          await #expect(throws: VerbError.self) {
            let put = WriteAction.put(Array(text.utf8))
            let request = WriteRequest(path: path, action: put, token: token)
            _ = try await workspace.writeTogether(BatchRequest(writes: [request], caller: agent))
          }
        }
      }
      #expect(try await folder.git("cat-file", "blob", "refs/stet/tip:b.bin").hasSuffix("size 12000000"))
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
