import FoundationEssentials
import Testing

@testable import WorkspaceEngine

@Suite struct FolderRenameTests {
  @Test func `a folder that a program renames is recorded as a rename`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("old/a.md", "one\n")
      try folder.save("old/deep/b.md", "two\n")
      try await workspace.settle()
      let before = try await folder.git("rev-list", "--count", "HEAD")
      try FileManager.default.moveItem(atPath: folder.root + "/old", toPath: folder.root + "/new")
      try await workspace.settle()
      let message = try await folder.git("log", "-1", "--format=%B")
      #expect(message.hasPrefix("Rename old → new\n") && message.contains("\nStet-Renamed: old => new"), "\(message)")
      #expect(try await folder.git("ls-tree", "-r", "--name-only", "HEAD") == "new/a.md\nnew/deep/b.md")
      #expect(try await folder.git("rev-list", "--count", "HEAD~1") == before)
    }
  }
}
