import Glibc
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// Restores by agents, which are checked as their writes are.
@Suite struct AgentRestoreTests {
  private static let agent = Caller(agent: "bot", session: "s")

  private func refusal(_ body: () async throws -> Void) async -> VerbError? {
    do { try await body() } catch { return error as? VerbError }
    return nil
  }

  /// Saves two versions of `a.md`; returns the commit of the first.
  private func saveTwice(_ folder: TestFolder, _ workspace: Workspace) async throws -> String {
    try folder.save("a.md", "one\n")
    try await workspace.settle()
    let first = try #require(try await workspace.status().tip).hex
    try folder.save("a.md", "two\n")
    try await workspace.settle()
    return first
  }

  @Test func `an agent's restore that would almost empty the folder is refused, and a person's is done`() async throws {
    let folder = try await TestFolder()
    let names = (1...30).map { "f\($0).md" }
    try await folder.open { workspace in
      try folder.save("first.md", "first\n")
      try await workspace.settle()
      let first = try #require(try await workspace.status().tip).hex
      for name in names { try folder.save(name, "text of \(name)\n") }
      try await workspace.settle()
      for name in names { _ = try await workspace.read(ReadRequest(path: name, caller: Self.agent)) }
      let error = await refusal {
        _ = try await workspace.restore(RestoreRequest(paths: [], revision: first, caller: Self.agent))
      }
      #expect(error?.code == .refused && error?.what.hasPrefix("More than half of the files") == true)
      #expect(names.allSatisfy { folder.text($0) == "text of \($0)\n" })
      _ = try await workspace.restore(RestoreRequest(paths: [], revision: first))
      #expect(names.allSatisfy { folder.text($0) == nil } && folder.text("first.md") == "first\n")
    }
  }

  @Test func `an agent's restore that only gives files their old names back is no deletion`() async throws {
    let folder = try await TestFolder()
    let names = (1...30).map { "f\($0).md" }
    try await folder.open { workspace in
      for name in names { try folder.save("Old/" + name, "text of \(name)\n") }
      try await workspace.settle()
      let first = try #require(try await workspace.status().tip).hex
      _ = try await workspace.write(WriteRequest(path: "Old", action: .move(to: "New")))
      for name in names { _ = try await workspace.read(ReadRequest(path: "New/" + name, caller: Self.agent)) }
      _ = try await workspace.restore(RestoreRequest(paths: [], revision: first, caller: Self.agent))
      #expect(names.allSatisfy { folder.text("Old/" + $0) != nil && folder.text("New/" + $0) == nil })
    }
  }

  @Test func `an agent's session restores nothing over a text that it did not read`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let first = try await saveTwice(folder, workspace)
      let restore = RestoreRequest(paths: ["a.md"], revision: first, caller: Self.agent)
      let unread = await refusal { _ = try await workspace.restore(restore) }
      #expect(unread?.code == .refused && unread?.reason == "token.part" && folder.text("a.md") == "two\n")
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      try folder.save("a.md", "three\n")
      try await workspace.settle()
      let newer = await refusal { _ = try await workspace.restore(restore) }
      #expect(newer?.reason == "token.part" && folder.text("a.md") == "three\n")
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      #expect(try await workspace.restore(restore).paths == ["a.md"])
      #expect(folder.text("a.md") == "one\n")
    }
  }

  @Test func `an agent's undo leaves a file that the person made read-only, and takes back the others`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for name in ["a.md", "b.md"] {
        _ = try await workspace.write(
          WriteRequest(path: name, action: .put(Array("one\n".utf8)), caller: Self.agent))
      }
      chmod(folder.root + "/a.md", 0o444)
      try await workspace.settle()
      let receipt = try await workspace.undo(UndoRequest(session: "s", caller: Self.agent))
      #expect(receipt.kept.map(\.path) == ["a.md"] && folder.text("a.md") == "one\n")
      #expect(folder.text("b.md") == nil)
    }
  }

  @Test func `an agent restores and takes back nothing in a file that the person made read-only`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let first = try await saveTwice(folder, workspace)
      let token = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent)).token
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .put(Array("three\n".utf8)), token: token, caller: Self.agent))
      chmod(folder.root + "/a.md", 0o444)
      try await workspace.settle()
      let restore = RestoreRequest(paths: ["a.md"], revision: first, caller: Self.agent)
      let undo = UndoRequest(session: "s", caller: Self.agent)
      let errors = [
        await refusal { _ = try await workspace.restore(restore) },
        await refusal { _ = try await workspace.undo(undo) },
      ]
      for error in errors { #expect(error?.code == .refused && error?.what.contains("write-protected") == true) }
      #expect(folder.text("a.md") == "three\n")
      chmod(folder.root + "/a.md", 0o644)
      #expect(try await workspace.undo(undo).paths == ["a.md"])
      #expect(folder.text("a.md") == "two\n")
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      #expect(try await workspace.restore(restore).paths == ["a.md"])
      #expect(folder.text("a.md") == "one\n")
    }
  }
}
