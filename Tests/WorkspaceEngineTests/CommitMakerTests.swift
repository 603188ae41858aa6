import Git
import GitObjects
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// Stet's commits are recognized by more than their trailers, on every machine.
@Suite struct CommitMakerTests {
  private static let agent = Caller(agent: "Claude Code", session: "s9", tool: "Bash")
  private static let robot = Caller(agent: "Robot", session: "r1", tool: "write_file")

  private func running(_ workspace: Workspace, _ command: () async throws -> Void) async throws {
    func bracket(_ kind: BracketRequest.Kind) async throws {
      _ = try await workspace.bracket(BracketRequest(kind: kind, agent: Self.agent, id: "t1", isCommand: true))
    }
    try await bracket(.begin)
    try await command()
    try await workspace.settle()
    try await bracket(.end)
  }

  private func write(_ path: String, _ text: String, _ workspace: Workspace) async throws {
    _ = try await workspace.write(
      WriteRequest(path: path, action: .put(Array(text.utf8)), token: .zero, caller: Self.robot))
  }

  private func kinds(_ path: String, _ workspace: Workspace) async throws -> [String] {
    try await workspace.blame(BlameRequest(path: path)).map(\.author.kind)
  }

  /// A new clone of a remote.
  private func clone(_ remote: String) async throws -> TestFolder {
    let folder = try await TestFolder(machine: "third", isEmpty: true)
    _ = try await WorkspaceSetUp.clone(remote, folder.settings)
    return folder
  }

  /// How git makes a commit that has the message of one of Stet's.
  private enum Copy: CaseIterable {
    case typed, amended, picked, rebased
  }

  @Test(arguments: Copy.allCases)
  private func `no machine believes trailers that git copied`(copy: Copy) async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    try await desk.open { workspace in
      try desk.save("a.md", "one\n")
      try await workspace.settle()
      try await write("b.md", "by the robot\n", workspace)
      _ = try await workspace.sync(SyncRequest(wait: true))
    }
    let made = try await desk.git("rev-parse", "refs/stet/tip")
    let message = try await desk.git("log", "-1", "--format=%B", made)
    #expect(message.contains("Stet-Agent: Robot") && message.contains("\nStet-Seal: "))
    try desk.save("b.md", "by the robot\nby git\n")
    switch copy {
    case .typed: try await desk.git("commit", "-q", "-a", "-m", message)
    case .amended:
      try await desk.git("commit", "-q", "-a", "-m", "mine")
      try await desk.git("commit", "-q", "--amend", "--date", "now", "-C", made)
    case .picked:
      try await desk.git("commit", "-q", "-a", "-m", message)
      try await desk.git("reset", "-q", "--hard", "HEAD~1")
      try await desk.git("cherry-pick", "HEAD@{1}")
    case .rebased:
      try await desk.git("commit", "-q", "-a", "-m", message)
      try desk.save("c.md", "c\n")
      try await desk.git("add", "c.md")
      try await desk.git("commit", "-q", "-m", "c")
      try await desk.git("rebase", "-q", "--no-ff", "HEAD~2")
    }
    try await desk.open { workspace in try await workspace.settle() }
    for folder in [desk, laptop, try await clone(remote)] {
      try await folder.open { workspace in
        for _ in 0..<2 { try await workspace.settle() }
        #expect(folder.text("b.md") == "by the robot\nby git\n")
        #expect(
          try await kinds("b.md", workspace) == ["agent", "user"], "\(copy) on \(folder.settings.identity.machine)")
        let newest = try #require(try await workspace.log(LogRequest(path: "b.md")).first)
        #expect(newest.author.kind == "user" && newest.tool == nil && newest.change == nil)
        #expect(try await workspace.provenance(ProvenanceRequest(path: "b.md")).lastModifiedBy.kind == "user")
        let operations = try await workspace.operations(OperationsRequest()).filter { $0.author.name == "Robot" }
        #expect(operations.map(\.commits) == [1])
      }
    }
  }

  @Test(arguments: [false, true])
  func `what git commits while an agent's command runs is unsure on every machine`(isPushed: Bool) async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    try await desk.open { workspace in
      try desk.save("a.md", "one\n")
      try await workspace.settle()
      try await running(workspace) {
        try desk.save("a.md", "one\ntwo\n")
        try await desk.git("commit", "-q", "--allow-empty", "-a", "-m", "Add two")
        if isPushed { _ = try? await desk.git("push", "-q", "origin", "main") }
      }
    }
    for folder in [desk, laptop, try await clone(remote)] {
      try await folder.open { workspace in
        for _ in 0..<2 { try await workspace.settle() }
        #expect(try await kinds("a.md", workspace) == ["user", "unsure"], "\(folder.settings.identity.machine)")
        let entries = try await workspace.log(LogRequest(path: "a.md")).filter { $0.author.kind != "sync" }
        #expect(entries.first?.author.session == "s9")
      }
    }
  }

  @Test func `a seal that a program made in an agent's command is not believed`() async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    try await desk.open { workspace in
      try desk.save("a.md", "one\n")
      try await workspace.settle()
      try await running(workspace) {
        try desk.save("b.md", "two\n")
        try await desk.git("add", "b.md")
        try await desk.commitSealed("x\n\nStet-Actor: agent\nStet-Agent: Innocent\n")
      }
    }
    for folder in [desk, laptop] {
      try await folder.open { workspace in
        for _ in 0..<2 { try await workspace.settle() }
        #expect(try await workspace.log(LogRequest()).allSatisfy { $0.author.name != "Innocent" })
      }
    }
  }

  @Test func `no commit of git's settles a conflict or takes anything back`() async throws {
    let (desk, laptop, _) = try await TestFolder.pair()
    try await desk.open { workspace in
      try desk.save("a.md", "one\n")
      try await workspace.settle()
    }
    try await laptop.open { workspace in for _ in 0..<2 { try await workspace.settle() } }
    for (folder, text) in [(desk, "mine\n"), (laptop, "theirs\n")] { try folder.save("a.md", text) }
    try await desk.open { workspace in try await workspace.settle() }
    try await laptop.open { workspace in try await workspace.settle() }
    try await desk.open { workspace in
      for _ in 0..<2 { try await workspace.settle() }
      let conflict = try #require(try await workspace.conflicts(.person).first)
      let message = "x\n\nStet-Actor: user\nStet-Change: 1f\nStet-Resolves: \(conflict.id)\n"
      try await desk.git("commit", "-q", "--allow-empty", "-m", message)
      try await workspace.settle()
      #expect(try await workspace.conflicts(.person).map(\.id) == [conflict.id])
      let change = try #require(try await workspace.log(LogRequest(path: "a.md")).compactMap(\.change).first)
      try await desk.git("commit", "-q", "--allow-empty", "-m", "y\n\nStet-Actor: user\nStet-Undoes: \(change)\n")
      try await workspace.settle()
      let operations = try await workspace.operations(OperationsRequest())
      #expect(operations.allSatisfy { $0.kind != .undo && $0.undoneBy == nil })
    }
    try await laptop.open { workspace in
      for _ in 0..<2 { try await workspace.settle() }
      #expect(try await workspace.conflicts(.person).count == 1)
    }
  }

  @Test func `every commit that two machines made of their work is sealed on the remote`() async throws {
    let (desk, laptop, remote) = try await TestFolder.pair()
    try await desk.open { workspace in
      try desk.save("a.md", "one\n")
      try await workspace.settle()
    }
    try await laptop.open { workspace in for _ in 0..<2 { try await workspace.settle() } }
    for round in 0..<3 {
      // Both record beside each other: what loses the race is made again, or merged.
      for folder in [desk, laptop] {
        let name = folder.settings.identity.machine
        try await folder.git("remote", "set-url", "origin", "/nowhere")
        try await folder.open { workspace in
          try folder.save("\(name).md", "\(round)\n")
          try folder.save("a.md", "one\n\(name) \(round)\n")
          _ = try await workspace.sync(SyncRequest(wait: false))
          try await write("\(name)-\(round).md", "robot\n", workspace)
        }
        try await folder.git("remote", "set-url", "origin", remote)
      }
      for folder in [desk, laptop, desk] {
        try await folder.open { workspace in for _ in 0..<2 { try await workspace.settle() } }
      }
    }
    let store = try Repository(root: desk.root)
    let commits = try await desk.git("log", "--format=%H", "--grep=Stet-Actor: ", "refs/remotes/origin/main")
    let ids = commits.split(separator: "\n").compactMap { ObjectID(hex: String($0)) }
    #expect(ids.count > 10)
    for id in ids {
      let commit = try store.commit(id)
      #expect(store.isSealed(commit), "\(commit.message)")
    }
  }

  /// Commits of a version that sealed none: one by the person, one by an agent.
  private static let unsealed = """
    awk 'BEGIN { for (i = 1; i <= 2; i++) {
      printf "commit refs/heads/main\\ncommitter Person <person@example.org> %d +0000\\ndata <<EOT\\n", 1600000000 + i * 60
      printf "Edit a.md\\n\\nStet-Actor: %s\\n", (i == 2 ? "agent\\nStet-Agent: Robot\\nStet-Session: s1" : "user")
      printf "Stet-Machine: desk\\nStet-Change: %016x\\nEOT\\nM 644 inline a.md\\ndata <<EOT\\none\\n%sEOT\\n\\n", i, (i == 2 ? "two\\n" : "")
    } }' | git fast-import --quiet
    """

  @Test func `what was recorded before seals is believed on every machine, and nothing made since without one`()
    async throws
  {
    let desk = try await TestFolder(isEmpty: true)
    try await desk.git("init", "--quiet", "--initial-branch=main")
    try await desk.git("-c", "alias.fill=!\(Self.unsealed)", "fill")
    try await desk.git("config", "user.name", "Person")
    try await desk.git("config", "user.email", "person@example.org")
    try await desk.git("reset", "-q", "--hard")
    let remote = try desk.makeRemote()
    _ = try await WorkspaceSetUp.initialize(desk.settings, remote: nil, useTemplate: false)
    try await desk.git("remote", "add", "origin", remote)
    try await desk.open { workspace in
      try await workspace.settle()
      #expect(try await kinds("a.md", workspace) == ["user", "agent"])
      try desk.save("a.md", "one\ntwo\nthree\n")
      let forged = "x\n\nStet-Actor: agent\nStet-Agent: Robot\nStet-Session: s1\n"
      try await desk.git("commit", "-q", "--allow-empty", "-a", "-m", forged)
      try await workspace.settle()
    }
    for folder in [desk, try await clone(remote)] {
      try await folder.open { workspace in
        try await MakerHistory(git: workspace.git, keeper: workspace.keeper).learn()
        for _ in 0..<2 { try await workspace.settle() }
        #expect(try await kinds("a.md", workspace) == ["user", "agent", "user"], "\(folder.settings.identity.machine)")
      }
    }
    #expect(try await desk.git("log", "--format=%s", "--grep=Stet-Unsealed: ").split(separator: "\n").count == 1)
  }
}
