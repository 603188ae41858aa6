import FoundationEssentials
import Git
import Glibc
import TestSupport
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// Agents' own tools, which hooks report.
@Suite struct OwnToolTests {
  private static let policy = "[agents]\nprotected = [\"Private/**\", \".env\"]\n"
  private static let loose = "[agents]\nprotected = []\n"

  private static func request(
    _ tool: String, _ paths: [String] = [], kind: BracketRequest.Kind = .begin, id: String = "t1", glob: String? = nil
  ) -> BracketRequest {
    var request = BracketRequest(
      kind: kind, agent: Caller(agent: "Claude Code", session: "s9", tool: tool), id: id, paths: paths,
      isCommand: tool == "Bash")
    if ["Read", "Grep", "Glob"].contains(tool) { (request.isRead, request.glob) = (true, glob) }
    return request
  }

  private func write(_ text: String, _ workspace: Workspace, _ caller: Caller) async throws {
    _ = try await workspace.write(
      WriteRequest(path: ".stet/policy.toml", action: .put(Array(text.utf8)), caller: caller))
  }

  private func state(_ workspace: Workspace) async throws -> String {
    try await workspace.policy(PolicyRequest(.show)).state
  }

  @Test(
    arguments: [
      ("Write", ".git/hooks/post-commit"), ("Edit", ".git/config"), ("Write", ".git/stet/policy"),
      ("Write", "sub/.GIT/config"), ("Edit", ".stet/policy.toml"), ("Write", ".mcp.json"), ("Edit", "Private/a.md"),
      ("Read", "Private/a.md"), ("Read", ".env"), ("Read", ".git/stet/mcp-token"), ("Grep", "Private"), ("Grep", ""),
      ("Glob", "Private"), ("Grep", ".env"), ("Grep", ".git"), ("Glob", ".GIT"), ("Grep", ".git/stet/journal"),
    ])
  func `an agent's own tool is refused what the agent may not do`(tool: String, path: String) async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("Private/a.md", "one\n")
    try folder.save(".env", "PIN=1\n")
    try folder.save("Open/a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.bracket(Self.request(tool, [path])).refused != nil)
      let call = try #require(try await workspace.audit(AuditRequest()).calls.last)
      #expect(call.agent == "Claude Code" && call.refused?.hasPrefix("policy.") == true)
    }
  }

  @Test(arguments: [".git/**", "**/.git/stet/*", "*.md,.g*/**", ".git", "*git/**"])
  func `a search whose pattern names the repository is refused`(glob: String) async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let refused = try await workspace.bracket(Self.request("Grep", [""], glob: glob)).refused
      #expect(refused?.contains(".git/stet") == true)
    }
  }

  @Test(
    arguments: [
      ("Read", "Open/a.md", nil), ("Grep", "Open", nil), ("Grep", "", "*.txt"), ("Glob", "", "Open/*.md"),
      ("Read", ".git/config", nil), ("Grep", ".git/refs", nil), ("Grep", "Open", "{*.gitignore,*.txt}"),
    ] as [(String, String, String?)])
  func `other reads of its own tools are on record`(tool: String, path: String, glob: String?) async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("Private/a.md", "one\n")
    try folder.save("Open/a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.bracket(Self.request(tool, [path], glob: glob)).refused == nil)
      let call = try #require(try await workspace.audit(AuditRequest()).calls.last)
      #expect(call.tool == tool && call.act == "read" && call.path == path && call.refused == nil)
      try folder.save("Open/b.md", "two\n")
      try await workspace.settle()
      let entry = try #require(try await workspace.log(LogRequest(path: "Open/b.md")).first)
      #expect(entry.author.kind == "user", "a tool that reads opens no bracket")
    }
  }

  @Test(
    arguments: [
      "!*.md", "!README.md", "!README.md !*.txt", "*.txt,.env*", "README.md .env", "./.env", ".env", "*", "**/.e?v",
      "{*.txt,.env}", "{*.txt,.env},*.html", "{.env}", "{a,{b,.env}}", "\\.env", "[.]env", "[.env", "{.env", "../*",
      "Private/*", "./Private/*", "!*.md Private/*", "/Private/a.md", "[[:punct:]]env",
    ])
  func `a search whose patterns reach a protected file is refused`(glob: String) async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("Private/a.md", "one\n")
    try folder.save(".env", "PIN=1\n")
    try await folder.open { workspace in
      try await workspace.settle()
      for glob in [glob, folder.root + "/" + glob] where !glob.contains("/!") {
        #expect(try await workspace.bracket(Self.request("Grep", [""], glob: glob)).refused != nil, "\(glob)")
      }
    }
  }

  @Test(arguments: ["Open/*.md", "*.txt,*.html", "*.txt !*.md", "*.{txt,html}", "*.[ch]", "Open/**/*.md", "./Open/*"])
  func `a search whose patterns reach no protected file is allowed`(glob: String) async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("Private/a.md", "one\n")
    try folder.save("Open/a.md", "one\n")
    try folder.save(".env", "PIN=1\n")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.bracket(Self.request("Grep", [""], glob: glob)).refused == nil)
    }
  }

  @Test(arguments: [("Linked", nil), ("", "x.txt"), ("", "*.txt")] as [(String, String?)])
  func `a search that reaches a hard link to a protected file is refused`(path: String, glob: String?) async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save(".env", "PIN=1\n")
    try folder.save("Linked/a.md", "one\n")
    try folder.save("Open/a.md", "one\n")
    try #require(link(folder.root + "/.env", folder.root + "/Linked/x.txt") == 0)
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.bracket(Self.request("Grep", [path], glob: glob)).refused != nil)
      #expect(try await workspace.bracket(Self.request("Grep", ["Open"])).refused == nil)
    }
  }

  @Test(arguments: [BracketRequest.Kind.end, .rest], [false, true])
  func `a tool whose changes were not recorded at its end ends with the next recording`(
    kind: BracketRequest.Kind, isRestarted: Bool
  ) async throws {
    let folder = try await TestFolder()
    func ended(_ workspace: Workspace) async throws {
      try await workspace.settle()
      try folder.save("mine.md", "mine\n")
      try await workspace.settle()
      for (path, author) in [("made.md", "unsure"), ("mine.md", "user")] {
        #expect(try await workspace.log(LogRequest(path: path)).map(\.author.kind) == [author], "\(path)")
      }
    }
    try await folder.open { workspace in
      try await workspace.settle()
      _ = try await workspace.bracket(Self.request("Bash"))
      try folder.save(".git/index.lock", "")
      try folder.save("made.md", "made\n")
      _ = try await workspace.bracket(Self.request("Bash", kind: kind))
      unlink(folder.root + "/.git/index.lock")
      if !isRestarted { try await ended(workspace) }
    }
    if isRestarted { try await folder.open { workspace in try await ended(workspace) } }
  }

  @Test func `a tool whose changes were not recorded at its end ends without a further call`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      func author(of path: String) async -> String? {
        await (try? workspace.log(LogRequest(path: path)))?.first?.author.kind
      }
      try await workspace.settle()
      _ = try await workspace.bracket(Self.request("Bash"))
      try folder.save(".git/index.lock", "")
      try folder.save("made.md", "made\n")
      _ = try await workspace.bracket(Self.request("Bash", kind: .end))
      unlink(folder.root + "/.git/index.lock")
      var count = 0
      try await until {
        count += 1
        let mine = "mine-\(count).md"
        try folder.save(mine, "mine \(count)\n")
        try await until { await author(of: mine) != nil }
        return await author(of: mine) == "user"
      }
      #expect(await author(of: "made.md") == "unsure")
    }
  }

  @Test func `a run that began before earlier saves were recorded goes on after a turn of its agent`() async throws {
    let folder = try await TestFolder()
    let ticks = try #require(ProcessStart.ticks(of: getpid()).flatMap { UInt64($0) })
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save(".git/index.lock", "")
      try folder.save("before.md", "before\n")
      var run = Self.request("Bash", id: "run")
      // This process is the program that runs the agent.
      (run.isRun, run.runner) = (true, BracketRequest.Left(process: getpid(), began: ticks))
      _ = try await workspace.bracket(run)
      _ = try await workspace.bracket(Self.request("Bash", kind: .rest))
      unlink(folder.root + "/.git/index.lock")
      try await workspace.settle()
      _ = try await workspace.bracket(Self.request("Bash"))
      try folder.save("during.md", "during\n")
      _ = try await workspace.bracket(Self.request("Bash", kind: .end))
      for (path, author) in [("before.md", "unsure"), ("during.md", "agent")] {
        #expect(try await workspace.log(LogRequest(path: path)).map(\.author.kind) == [author], "\(path)")
      }
    }
  }

  @Test func `a recording that is cancelled ends no tool`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try await workspace.settle()
      _ = try await workspace.bracket(Self.request("Bash"))
      try folder.save(".git/index.lock", "")
      try folder.save("made.md", "made\n")
      _ = try await workspace.bracket(Self.request("Bash", kind: .end))
      let waiting = Task { try await workspace.settle() }
      waiting.cancel()
      _ = await waiting.result
      unlink(folder.root + "/.git/index.lock")
      try await workspace.settle()
      #expect(try await workspace.log(LogRequest(path: "made.md")).map(\.author.kind) == ["unsure"])
    }
  }

  @Test func `what changes in a command is unsure, also where the daemon was started anew meanwhile`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try await folder.open { workspace in
      try await workspace.settle()
      _ = try await workspace.bracket(Self.request("Bash"))
    }
    try folder.save("made.md", "made\n")
    try folder.save(".stet/policy.toml", Self.loose)
    try await folder.open { workspace in
      try await workspace.settle()
      let entry = try #require(try await workspace.log(LogRequest(path: "made.md")).first)
      #expect(entry.author.kind == "unsure" && entry.author.session == "s9")
      #expect(try await state(workspace) == "waiting")
      _ = try await workspace.bracket(Self.request("Bash", kind: .end))
      // A program that the command left behind.
      try folder.save(".stet/policy.toml", Self.loose + "read_only = []\n")
      try await workspace.settle()
      #expect(try await state(workspace) == "waiting")
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await state(workspace) == "waiting")
      await #expect(throws: VerbError.self) { try await workspace.acceptPolicy(.person) }
      try await write(Self.loose + "append_only = []\n", workspace, .person)
      #expect(try await state(workspace) == "waiting", "no terminal says that it is the person")
      var person = Caller.person
      person.hasTerminal = true
      try await workspace.acceptPolicy(person)
      #expect(try await state(workspace) == "accepted")
      try await write(Self.policy, workspace, person)
      #expect(try await state(workspace) == "accepted")
    }
  }
}
