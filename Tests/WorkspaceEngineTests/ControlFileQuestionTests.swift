import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import WorkspaceEngine

/// An agent's direct write stays, and the person is asked about files that programs obey.
@Suite struct ControlFileQuestionTests {
  private static let agent = Caller(agent: "Claude Code", session: "s9", tool: "Bash")
  private static let terminal: Caller = {
    var person = Caller.person
    person.hasTerminal = true
    return person
  }()

  private func running(_ workspace: Workspace, _ command: () async throws -> Void) async throws {
    func bracket(_ kind: BracketRequest.Kind) async throws {
      _ = try await workspace.bracket(BracketRequest(kind: kind, agent: Self.agent, id: "t1", isCommand: true))
    }
    try await bracket(.begin)
    try await command()
    try await workspace.settle()
    try await bracket(.end)
  }

  private func asked(_ workspace: Workspace) async throws -> [String] {
    try await workspace.questions().filter { $0.kind == "control-file-changed" }.compactMap(\.path).sorted()
  }

  private func answer(_ path: String, _ word: String, _ caller: Caller, _ workspace: Workspace) async throws {
    let question = try #require(try await workspace.questions().first { $0.path == path })
    _ = try await workspace.answer(AnswerRequest(id: question.id, word: word, caller: caller))
  }

  @Test func `a control file that changes in a command is a question until a person says what stays`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".mcp.json", "{}\n")
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      #expect(try await asked(workspace).isEmpty, "the person's own")
      try await running(workspace) {
        try folder.save(".mcp.json", "{\"mcpServers\": {}}\n")
        try folder.save(".claude/settings.json", "{\"hooks\": {}}\n")
        try folder.save("a.md", "two\n")
      }
      #expect(try await asked(workspace) == [".claude/settings.json", ".mcp.json"])
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await asked(workspace) == [".claude/settings.json", ".mcp.json"])
      for caller in [Self.agent, .person] {
        await #expect(throws: VerbError.self, "no proof that it is the person") {
          try await answer(".mcp.json", "accept", caller, workspace)
        }
      }
      try await answer(".claude/settings.json", "accept", Self.terminal, workspace)
      try await answer(".mcp.json", "restore", .person, workspace)
      try await workspace.settle()
      #expect(folder.text(".mcp.json") == "{}\n" && folder.text(".claude/settings.json") == "{\"hooks\": {}}\n")
      let restored = try #require(try await workspace.log(LogRequest(path: ".mcp.json")).first)
      #expect(restored.author.kind == "user")
      #expect(try await asked(workspace).isEmpty)
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await asked(workspace).isEmpty)
    }
  }

  @Test func `a new control file is taken away again, and one that the person saves is no question`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try await running(workspace) {
        try folder.save(".mise.toml", "[hooks]\n")
        try folder.save("Notes/.exrc", "set exrc\n")
      }
      #expect(try await asked(workspace) == [".mise.toml", "Notes/.exrc"])
      try folder.save("Notes/.exrc", "set mine\n")
      try await answer(".mise.toml", "restore", .person, workspace)
      try await workspace.settle()
      #expect(try await asked(workspace).isEmpty)
      #expect(folder.text(".mise.toml") == nil && folder.text("Notes/.exrc") == "set mine\n")
    }
  }

  @Test func `a control file that could not be restored is still a question`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".mcp.json", "{}\n")
      try await workspace.settle()
      try await running(workspace) { try folder.save(".mcp.json", "{\"mcpServers\": {}}\n") }
      try folder.save(".git/index.lock", "")
      await #expect(throws: VerbError.self) { try await answer(".mcp.json", "restore", .person, workspace) }
      let left = try await workspace.questions().filter { $0.path == ".mcp.json" }
      #expect(left.count == 1 && left.first?.answered == nil, "\(left)")
      #expect(folder.text(".mcp.json") == "{\"mcpServers\": {}}\n")
      unlink(folder.root + "/.git/index.lock")
      // Writes go on a moment after git.
      try await until { (try? await answer(".mcp.json", "restore", .person, workspace)) != nil }
      #expect(folder.text(".mcp.json") == "{}\n")
      #expect(try await asked(workspace).isEmpty)
    }
  }

  @Test func `what git commits in a command is asked about, on the machine where it ran`() async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    try await desk.open { workspace in
      try desk.save("a.md", "one\n")
      try await workspace.settle()
      try await running(workspace) {
        try desk.save(".gitattributes", "*.md merge=union\n")
        try await desk.git("add", ".gitattributes")
        try await desk.git("commit", "-q", "--allow-empty", "-m", "Merge by union")
      }
      #expect(try await asked(workspace) == [".gitattributes"])
    }
    try await laptop.open { workspace in
      for _ in 0..<2 { try await workspace.settle() }
      #expect(laptop.text(".gitattributes") == "*.md merge=union\n")
      #expect(try await asked(workspace).isEmpty)
    }
  }

  @Test(arguments: ["", "Notes/"])
  func `the status names what a pattern of an agent leaves out`(place: String) async throws {
    let folder = try await TestFolder()
    func problems(_ workspace: Workspace) async throws -> [String] {
      try await workspace.status().problems.filter { $0.path == place + ".gitignore" }.map(\.message)
    }
    try await folder.open { workspace in
      try folder.save(place + ".gitignore", "*.log\n")
      try folder.save(place + "a.md", "one\n")
      try await workspace.settle()
      try await running(workspace) { try folder.save(place + ".gitignore", "*.log\n# more\n!b.log\n*.txt\n/draft\n") }
      #expect(try await problems(workspace).isEmpty, "nothing is left out yet")
      for name in ["new.txt", "old.log", "draft/x.md", "kept.md"] { try folder.save(place + name, "text\n") }
      try folder.save("elsewhere.txt", "text\n")
      try await workspace.settle()
      let told = try #require(try await problems(workspace).first)
      for name in ["new.txt", "draft/"] { #expect(told.contains(place + name), "\(told)") }
      for name in ["old.log", "kept.md"] { #expect(!told.contains(name), "\(told)") }
      #expect(told.contains("elsewhere.txt") == place.isEmpty)
      try await answer(place + ".gitignore", "accept", Self.terminal, workspace)
      #expect(try await problems(workspace).isEmpty)
    }
  }
}
