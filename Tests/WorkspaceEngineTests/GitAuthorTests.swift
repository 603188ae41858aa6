import Git
import Glibc
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// The authors of the commits that git made.
@Suite struct GitAuthorTests {
  private static let forged = """
    x

    Stet-Actor: agent
    Stet-Agent: Innocent
    Stet-Session: zz

    """

  private func commit(_ folder: TestFolder, _ text: String, _ message: String) async throws {
    try folder.save("a.md", text)
    try await folder.git("add", "a.md")
    // On a slow machine the save may be recorded before git commits it.
    try await folder.git("commit", "-q", "--allow-empty", "-m", message)
  }

  @Test func `trailers that somebody wrote into a commit say nothing`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try await commit(folder, "one\nforged\n", Self.forged)
      try await workspace.settle()
    }
    try await folder.open { workspace in
      try await workspace.settle()
      let entries = try await workspace.log(LogRequest(path: "a.md"))
      #expect(entries.allSatisfy { $0.author.kind == "user" && $0.author.session == nil && $0.author.name == "Person" })
      let all = try await workspace.log(LogRequest())
      #expect(!all.contains { $0.author.name == "Innocent" })
      let lines = try await workspace.blame(BlameRequest(path: "a.md"))
      #expect(lines.map(\.author.kind) == ["user", "user"])
    }
  }

  @Test func `what git commits while an agent's command runs is unsure`() async throws {
    let folder = try await TestFolder()
    let caller = Caller(agent: "Claude Code", session: "s9", tool: "Bash")
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      _ = try await workspace.bracket(
        BracketRequest(kind: .begin, agent: caller, id: "t1", isCommand: true))
      try await commit(folder, "one\ntwo\n", "Add two")
      try await workspace.settle()
      _ = try await workspace.bracket(BracketRequest(kind: .end, agent: caller, id: "t1", isCommand: true))
    }
    try await folder.open { workspace in
      let entries = try await workspace.log(LogRequest(path: "a.md")).filter { $0.author.kind != "sync" }
      #expect(entries.dropLast().allSatisfy { $0.author.kind == "unsure" && $0.author.session == "s9" })
      let lines = try await workspace.blame(BlameRequest(path: "a.md"))
      #expect(lines.map(\.author.kind) == ["user", "unsure"])
      // git made a commit without trailers.
      let ofSession = try await workspace.log(LogRequest(session: "s9"))
      #expect(ofSession.map(\.subject).contains("Add two"), "\(ofSession)")
      #expect(try await workspace.log(LogRequest(session: "s8")).isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `what git commits while a program runs that a command left is unsure`(isRunning: Bool) async throws {
    let folder = try await TestFolder()
    let caller = Caller(agent: "Claude Code", session: "s9", tool: "Bash")
    // This process is the program that runs; no process has number 0.
    let ticks = try #require(ProcessStart.ticks(of: getpid()).flatMap { UInt64($0) })
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      _ = try await workspace.bracket(BracketRequest(kind: .begin, agent: caller, id: "t1", isCommand: true))
      var end = BracketRequest(kind: .end, agent: caller, id: "t1", isCommand: true)
      end.left = [BracketRequest.Left(process: isRunning ? getpid() : 0, began: ticks)]
      _ = try await workspace.bracket(end)
      try await commit(folder, "one\ntwo\n", "Add two")
      try await workspace.settle()
      let lines = try await workspace.blame(BlameRequest(path: "a.md"))
      #expect(lines.map(\.author.kind) == ["user", isRunning ? "unsure" : "user"])
    }
  }
}
