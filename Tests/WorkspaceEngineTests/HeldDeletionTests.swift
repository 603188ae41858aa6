import FoundationEssentials
import GitObjects
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// The deletion and the rename of files that are recorded on this machine only.
@Suite struct HeldDeletionTests {
  private static let token = "gh" + "p_" + "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ"
  private static let agent = Caller(agent: "bot", session: "s", tool: "delete_file")

  private func held(_ workspace: Workspace) async throws -> [String] {
    try await workspace.settle()
    return try await workspace.status().held.map(\.path)
  }

  @Test func `an undo restores a deleted held file before it takes back an older change`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try folder.save("a.md", "two\n")
      try folder.save(".env", "PIN=1\n")
      #expect(try await held(workspace) == [".env"])
      try FileManager.default.removeItem(atPath: folder.root + "/.env")
      #expect(try await held(workspace).isEmpty)
      let receipt = try await workspace.undo(UndoRequest())
      #expect(receipt.paths == [".env"] && receipt.held == [".env"] && receipt.commit == nil)
      #expect(folder.text(".env") == "PIN=1\n" && folder.text("a.md") == "two\n")
      #expect(try await held(workspace) == [".env"])
      // Once more, the change before it.
      let second = try await workspace.undo(UndoRequest())
      #expect(second.paths == ["a.md"])
      #expect(folder.text(".env") == "PIN=1\n" && folder.text("a.md") == "one\n")
    }
  }

  @Test func `an undo restores a held file that was deleted before a restart`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try folder.save(".env", "PIN=1\n")
      try await workspace.settle()
      _ = try await workspace.write(WriteRequest(path: ".env", action: .delete))
      #expect(try await workspace.status().held.isEmpty)
    }
    try await folder.open { workspace in
      let receipt = try await workspace.undo(UndoRequest())
      #expect(receipt.paths == [".env"])
      #expect(folder.text(".env") == "PIN=1\n" && folder.text("a.md") == "one\n")
    }
  }

  @Test func `a newer change is taken back first, and a rename is no deletion`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".env", "PIN=1\n")
      try await workspace.settle()
      _ = try await workspace.write(WriteRequest(path: ".env", action: .move(to: ".env.old")))
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      #expect(try await workspace.undo(UndoRequest()).paths == ["a.md"])
      #expect(folder.text(".env") == nil && folder.text(".env.old") == "PIN=1\n")
    }
  }

  @Test func `a session gets back the held file that it deleted, and no other deletion`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "key \(Self.token)\n")
      try folder.save("b.md", "key \(Self.token)\n")
      try await workspace.settle()
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .delete, caller: Self.agent))
      _ = try await workspace.write(WriteRequest(path: "b.md", action: .delete))
      #expect(try await workspace.undo(UndoRequest(session: "s", caller: Self.agent)).paths == ["a.md"])
      #expect(folder.text("a.md") == "key \(Self.token)\n" && folder.text("b.md") == nil)
    }
  }

  @Test(arguments: [false, true])
  func `a held file has only its new name in the lists after its folder is renamed`(byVerb: Bool) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("Old/a.md", "key \(Self.token)\n")
      try folder.save("Old/b.md", "text\n")
      #expect(try await held(workspace) == ["Old/a.md"])
      if byVerb {
        _ = try await workspace.write(WriteRequest(path: "Old", action: .move(to: "New")))
      } else {
        try FileManager.default.moveItem(atPath: folder.root + "/Old", toPath: folder.root + "/New")
      }
      #expect(try await held(workspace) == ["New/a.md"])
      let questions = try await workspace.questions()
      #expect(questions.count == 1 && questions.first?.seen.contains("New/a.md") == true, "\(questions)")
    }
  }

  @Test func `a deleted held file leaves the lists at once`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "key \(Self.token)\n")
      #expect(try await held(workspace) == ["a.md"])
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .delete))
      #expect(try await workspace.status().held.isEmpty)
      #expect(try await workspace.questions().isEmpty)
    }
  }
}
