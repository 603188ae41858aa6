import WorkspaceAPI
import Testing

@testable import WorkspaceEngine

/// Tests whose changes an agent may take back.
@Suite struct UndoOwnershipTests {
  private static let agent = Caller(agent: "bot", session: "main")
  private static let other = Caller(agent: "other", session: "main")

  @Test func `an agent takes back its own changes and nobody else's`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      _ = try await workspace.write(
        WriteRequest(path: "b.md", action: .put(Array("b\n".utf8)), token: .zero, caller: Self.agent))
      _ = try await workspace.write(
        WriteRequest(path: "c.md", action: .put(Array("c\n".utf8)), token: .zero, caller: Self.other))
      let changes = try await workspace.log(LogRequest())
      for change in changes where change.author.name != "bot" {
        let error = await #expect(throws: VerbError.self, "\(change.subject)") {
          try await workspace.undo(UndoRequest(target: change.commit.hex, caller: Self.agent))
        }
        #expect(error?.code == .refused)
      }
      // A session is known by its agent too: two may choose the same name.
      #expect(try await workspace.undo(UndoRequest(session: "main", caller: Self.agent)).paths == ["b.md"])
      #expect(folder.text("b.md") == nil && folder.text("c.md") == "c\n" && folder.text("a.md") == "one\n")
      // A person takes back whatever they name.
      #expect(try await workspace.undo(UndoRequest(session: "main")).paths.contains("c.md"))
    }
  }

  @Test func `an agent takes back nothing of its other sessions, however it names it`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .put(Array("a\n".utf8)), token: .zero, caller: Self.agent))
      let change = try #require(try await workspace.log(LogRequest()).first)
      let operation = try #require(try await workspace.operations(OperationsRequest()).first)
      var shared = Self.agent
      shared.sharesSession = true
      let nameless = Caller(agent: "bot")
      for caller in [Caller(agent: "bot", session: "second"), nameless, shared] {
        for request in [
          UndoRequest(target: change.commit.hex, caller: caller), UndoRequest(target: operation.id, caller: caller),
          UndoRequest(target: String(operation.id.prefix(8)), caller: caller),
          UndoRequest(session: "main", caller: caller), UndoRequest(caller: caller),
        ] {
          let error = await #expect(throws: VerbError.self, "\(request)") { try await workspace.undo(request) }
          let named = request.target ?? request.session
          #expect(error?.code == (named == nil ? .notFound : .refused), "\(request): \(String(describing: error))")
        }
      }
      #expect(folder.text("a.md") == "a\n")
      #expect(try await workspace.undo(UndoRequest(target: operation.id, caller: Self.agent)).paths == ["a.md"])
    }
  }

  @Test func `a time names no change to undo`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      for text in ["now", "today", "2 minutes", "HEAD"] {
        let isTime = text != "HEAD"
        do throws(VerbError) {
          _ = try await workspace.undo(UndoRequest(target: text))
          #expect(!isTime, "\(text)")
        } catch {
          #expect(isTime && error.code == .notFound && error.what.contains("a time"), "\(text): \(error)")
        }
        #expect((folder.text("a.md") == "one\n") == isTime, "\(text)")
      }
    }
  }
}
