import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Glibc
import Testing

@testable import WorkspaceEngine

@Suite struct UnseenRenameTests {
  @Test func `what was renamed while no daemon ran keeps its history`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      for index in 0..<30 { try folder.save("old/f\(index).md", "text \(index)\n") }
      try await workspace.settle()
    }
    try FileManager.default.moveItem(atPath: folder.root + "/old", toPath: folder.root + "/new")
    try FileManager.default.moveItem(atPath: folder.root + "/a.md", toPath: folder.root + "/b.md")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      #expect(try await folder.git("status", "--porcelain") == "")
      let message = try await folder.git("log", "-1", "--format=%B")
      #expect(
        message.contains("\nStet-Renamed: old => new") && message.contains("\nStet-Renamed: a.md => b.md"), "\(message)"
      )
      #expect(try await folder.git("ls-tree", "-r", "--name-only", "main", "old/", "a.md") == "")
      #expect(try await folder.git("log", "--follow", "--format=%h", "b.md").split(separator: "\n").count == 2)
      let first = try await folder.git("log", "--diff-filter=A", "--format=%H", "--", "a.md")
      #expect(try await workspace.blame(BlameRequest(path: "b.md")).map(\.commit.hex) == [first])
    }
  }

  @Test func `what an agent wrote stays its own when the file is renamed and edited while no daemon runs`() async throws
  {
    let folder = try await TestFolder()
    let text = (1...20).map { "line \($0)\n" }.joined()
    try await folder.open { workspace in
      let caller = Caller(agent: "Claude", session: "s1", tool: "write_file")
      _ = try await workspace.write(WriteRequest(path: "sub/a.md", action: .put(Array(text.utf8)), caller: caller))
      try await workspace.settle()
    }
    try FileManager.default.moveItem(atPath: folder.root + "/sub/a.md", toPath: folder.root + "/b.md")
    try folder.save("b.md", text + "more\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let lines = try await workspace.blame(BlameRequest(path: "b.md"))
      #expect(lines.map(\.author.kind) == Array(repeating: "agent", count: 20) + ["user"])
    }
  }

  @Test(arguments: [true, false])
  func `an edit of the old name from another machine ends in the renamed file`(isRenameFirst: Bool) async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    let text = (1...20).map { "line \($0)\n" }.joined()
    try desk.save("Notes/a.md", text)
    try await desk.open { workspace in try await workspace.settle() }
    try await laptop.open { workspace in try await workspace.settle() }
    let renaming = {
      try FileManager.default.moveItem(atPath: desk.root + "/Notes/a.md", toPath: desk.root + "/Notes/b.md")
    }
    let edited = text.replacing("line 5\n", with: "line five\n")
    if isRenameFirst { try renaming() } else { try laptop.save("Notes/a.md", edited) }
    try await (isRenameFirst ? desk : laptop).open { workspace in try await workspace.settle() }
    if isRenameFirst { try laptop.save("Notes/a.md", edited) } else { try renaming() }
    try await (isRenameFirst ? laptop : desk).open { workspace in
      for _ in 0..<2 { try await workspace.settle() }
      #expect(try await workspace.questions().isEmpty)
    }
    try await (isRenameFirst ? desk : laptop).open { workspace in
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
    }
    for folder in [desk, laptop] {
      #expect(folder.text("Notes/b.md") == edited && folder.text("Notes/a.md") == nil)
    }
  }

  @Test func `a folder of nearly all files is renamed without a question`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for index in 0..<60 { try folder.save("old/d\(index % 3)/f\(index).md", "text \(index)\n") }
      try await workspace.settle()
      try FileManager.default.moveItem(atPath: folder.root + "/old", toPath: folder.root + "/new")
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      #expect(try await folder.git("ls-tree", "--name-only", "main") == "new")
    }
  }

  @Test func `a deletion found at the start and a rename of its folder leave nothing waiting`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for index in 1...4 { try folder.save("d/in/f\(index).md", "\(index)\n") }
      try await workspace.settle()
    }
    unlink(folder.root + "/d/in/f2.md")
    try await folder.open { workspace in
      try FileManager.default.moveItem(atPath: folder.root + "/d", toPath: folder.root + "/e")
      try await workspace.settle()
      #expect(try await folder.git("ls-tree", "-r", "--name-only", "main") == "e/in/f1.md\ne/in/f3.md\ne/in/f4.md")
    }
  }
}
