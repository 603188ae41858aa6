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

  @Test func `changes by unsure authors during a session are counted, listed and taken back one by one`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      var command = BracketRequest(
        kind: .begin, agent: Caller(agent: "bot", session: "s 9", tool: "Bash"), id: "t1", paths: [], isCommand: true)
      _ = try await workspace.bracket(command)
      for name in ["a.md", "b.md"] {
        try folder.save(name, "\(name)\n")
        try await workspace.settle()
      }
      command.kind = .end
      _ = try await workspace.bracket(command)
      let unsure = try await workspace.log(LogRequest(session: "s 9", kind: "unsure"))
      let newest = try #require(unsure.first)
      for agent in [nil, "bot"] {
        var caller = Caller.person
        (caller.agent, caller.session) = (agent, agent == nil ? nil : "s 9")
        let error = await #expect(throws: VerbError.self) {
          try await workspace.undo(UndoRequest(session: "s 9", caller: caller))
        }
        #expect(error?.code == .notFound && error?.what.contains("\(unsure.count) change") == true, "\(error as Any)")
        let next = error?.next ?? ""
        #expect(next.contains("stet log --session 's 9' --by unsure"), "\(next)")
        #expect(next.contains("stet undo \(newest.commit.hex.prefix(8))") == (agent == nil), "\(next)")
      }
      let taken = try await workspace.undo(UndoRequest(target: String(newest.commit.hex.prefix(8))))
      #expect(taken.paths.contains("b.md") && folder.text("b.md") == nil)
      let none = await #expect(throws: VerbError.self) {
        try await workspace.undo(UndoRequest(session: "other"))
      }
      #expect(none?.what == "No change of session 'other' is recorded.")
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
