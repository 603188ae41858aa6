import WorkspaceAPI
import FoundationEssentials
import GitObjects
import TestSupport
import Testing
import WorkTree

@testable import FolderKeeping
@testable import Permissions
@testable import WorkspaceEngine

@Suite struct IdleUpdateTests {
  private static let minute: Int64 = 60_000_000_000

  private func take(_ updates: inout IdleUpdates, at now: Int64, atMost most: Int = 9) -> [WorkspacePath] {
    var taken: [WorkspacePath] = []
    updates.take(at: now, after: Policy.standard.idleTime, atMost: 9) { path, _ in
      taken.append(path)
      return taken.count < most
    }
    return taken
  }

  @Test func `files for which a turn has no time stay due for the next`() throws {
    var updates = IdleUpdates()
    let paths = try ["a", "b", "c"].map { try WorkspacePath($0) }
    for path in paths { updates.note(path, by: .person, at: 0) }
    #expect(take(&updates, at: 5 * Self.minute, atMost: 2) == [paths[0], paths[1]])
    #expect(updates.due(after: Policy.standard.idleTime) == 5 * Self.minute)
    #expect(take(&updates, at: 5 * Self.minute, atMost: 2) == [paths[2]])
    #expect(updates.due(after: Policy.standard.idleTime) == nil)
  }

  @Test func `a file is due five minutes after it was last saved, and later while an editor has it open`() throws {
    var updates = IdleUpdates()
    let (path, other) = (try WorkspacePath("a.md"), try WorkspacePath("b.md"))
    let idle = Policy.standard.idleTime
    #expect(idle == 5 * Self.minute && Policy.standard.updatesIdle && !Policy.standard.stampsNames)
    #expect(updates.due(after: idle) == nil)
    updates.note(path, by: .person, at: 0)
    updates.note(path, by: .person, at: 3 * Self.minute)
    #expect(updates.due(after: idle) == 8 * Self.minute)
    #expect(take(&updates, at: 8 * Self.minute - 1).isEmpty)
    #expect(take(&updates, at: 8 * Self.minute) == [path])
    #expect(updates.due(after: idle) == nil)
    updates.postpone(path, by: .person, at: 8 * Self.minute, after: idle)
    #expect(updates.due(after: idle) == 8 * Self.minute + IdleUpdates.look)
    // An agent's turn has ended: its files are due at once, the person's are not.
    updates.note(other, by: .agent, at: 8 * Self.minute)
    updates.hurryAgents()
    #expect(take(&updates, at: 8 * Self.minute) == [other])
    updates.noteStart(at: 0)
    #expect(updates.due(after: idle) == 5 * Self.minute)
    let isDue = updates.takeStart(at: 5 * Self.minute, after: idle)
    #expect(isDue)
  }

  @Test(arguments: [("", "user"), ("stamp_names = true", "Person"), ("idle_update = false", nil)])
  func `an idle file names the person who changed it last, unless the policy says otherwise`(
    setting: String, name: String?
  ) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".stet/policy.toml", "[provenance]\n\(setting)\n")
      try await workspace.settle()
      let keys = "---\nlast_modified_by: Claude\nlast_modified_at: 2020-01-01T00:00:00Z\n---\n"
      try folder.save("a.md", keys + "mine\n")
      try folder.save("plain.md", "mine\n")
      try await until { try await !workspace.log(LogRequest(path: "plain.md")).isEmpty }
      await workspace.keeper.updateIdle(at: .max - 1)
      try await workspace.settle()
      #expect((folder.text("a.md") != keys + "mine\n") == (name != nil))
      if let name { #expect(folder.text("a.md")?.contains("last_modified_by: \(name)\n") == true) }
      #expect(folder.text("plain.md") == "mine\n")
      let newest = try await workspace.log(LogRequest(path: "a.md")).first
      #expect(newest?.author.kind == (name != nil ? "sync" : "user"))
      #expect(try await workspace.provenance(ProvenanceRequest(path: "a.md")).lastModifiedBy.kind == "user")
    }
  }

  @Test(arguments: [(1, true), (60, false)])
  func `a file is idle after the minutes that the policy sets`(minutes: Int, isIdle: Bool) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".stet/policy.toml", "[provenance]\nidle_minutes = \(minutes)\n")
      try await workspace.settle()
      let text = "---\nlast_modified_by: agent\nlast_modified_at: 2020-01-01T00:00:00Z\n---\nmine\n"
      try folder.save("a.md", text)
      try await workspace.settle()
      await workspace.keeper.updateIdle(at: SystemTime().now().monotonic + 30 * Self.minute)
      #expect((folder.text("a.md") != text) == isIdle)
      await workspace.keeper.updateIdle(at: SystemTime().now().monotonic + 90 * Self.minute)
      #expect(folder.text("a.md")?.contains("last_modified_by: user\n") == true)
    }
  }

  @Test func `what was saved shortly before a stop is brought up to date after the start`() async throws {
    let folder = try await TestFolder()
    let keys = "---\nlast_modified_by: agent\nlast_modified_at: 2020-01-01T00:00:00Z\n---\n"
    try await folder.open { workspace in
      try folder.save("a.md", keys + "mine\n")
      try await workspace.settle()
    }
    #expect(folder.text("a.md") == keys + "mine\n")
    try await folder.open { workspace in
      try await workspace.settle()
      await workspace.keeper.updateIdle(at: .max - 1)
      #expect(folder.text("a.md")?.contains("last_modified_by: user\n") == true)
    }
  }

  @Test func `an idle file that an editor has open is brought up to date when it is closed`() async throws {
    let folder = try await TestFolder()
    let text = "---\nlast_modified_by: agent\nlast_modified_at: 2020-01-01T00:00:00Z\n---\nmine\n"
    try await folder.open { workspace in
      try folder.save(".a.md.swp", "swap\n")
      try folder.save("a.md", text)
      try await workspace.settle()
      let path = try WorkspacePath("a.md")
      try await until { await workspace.keeper.watcher?.isOpen(path) == true }
      await workspace.keeper.updateIdle(at: .max / 2)
      #expect(folder.text("a.md") == text)
      try FileManager.default.removeItem(atPath: folder.root + "/.a.md.swp")
      try await until { await workspace.keeper.watcher?.isOpen(path) != true }
      await workspace.keeper.updateIdle(at: .max - 1)
      #expect(folder.text("a.md")?.contains("last_modified_by: user\n") == true)
    }
  }

  @Test func `an agent's write into a person's file says that a person made it`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".stet/policy.toml", "[provenance]\nstamp = [\"*.md\"]\n")
      try folder.save("a.md", "mine\n")
      try await workspace.settle()
      let claude = Caller(agent: "Claude", session: "s1")
      let token = try await workspace.read(ReadRequest(path: "a.md", caller: claude)).token
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .put(Array("mine\nagent\n".utf8)), token: token, caller: claude))
      let text = try #require(folder.text("a.md"))
      #expect(text.contains("created_by: user\n") && text.contains("last_modified_by: agent\n"))
    }
  }

  @Test func `what an agent's own tool wrote is stamped when the agent's turn ends`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".stet/policy.toml", "[provenance]\nstamp = [\"Research/**/*.md\"]\n")
      try await workspace.settle()
      let claude = Caller(agent: "Claude Code", session: "s1", tool: "Write")
      let path = "Research/whales.md"
      for kind in [BracketRequest.Kind.begin, .end] {
        if kind == .end { try folder.save(path, "By the agent.\n") }
        _ = try await workspace.bracket(
          BracketRequest(kind: kind, agent: claude, id: "1", paths: [path], texts: ["By the agent.\n"]))
      }
      // While it works its file stays as it wrote it.
      #expect(folder.text(path) == "By the agent.\n")
      _ = try await workspace.bracket(BracketRequest(kind: .rest, agent: claude, id: ""))
      let text = try #require(folder.text(path))
      #expect(text.contains("created_by: agent\n") && text.contains("last_modified_by: agent\n"))
      #expect(text.hasSuffix("\nBy the agent.\n"))
      let provenance = try await workspace.provenance(ProvenanceRequest(path: path))
      #expect(provenance.lastModifiedBy.name == "Claude Code" && provenance.createdBy.kind == "agent")
    }
  }
}
