import GitObjects
import Testing

@testable import WorkspaceEngine

@Suite struct IdleUpdateTests {
  private static let minute: Int64 = 60_000_000_000

  @Test func `a file is due ten minutes after it was last saved`() throws {
    var updates = IdleUpdates()
    let path = try WorkspacePath("a.md")
    #expect(updates.due == nil)
    updates.note(path, at: 0)
    updates.note(path, at: 5 * Self.minute)
    #expect(updates.due == 15 * Self.minute)
    #expect(updates.take(at: 15 * Self.minute - 1).isEmpty)
    #expect(updates.take(at: 15 * Self.minute) == [path])
    #expect(updates.due == nil)
  }

  @Test(arguments: [true, false])
  func `where policy says so, an idle file names the person who changed it last`(isWanted: Bool) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save(".stet/policy.toml", "[provenance]\nidle_update = \(isWanted)\n")
      try await workspace.settle()
      let keys = "---\nlast_modified_by: Claude\nlast_modified_at: 2020-01-01T00:00:00Z\n---\n"
      try folder.save("a.md", keys + "mine\n")
      try folder.save("plain.md", "mine\n")
      while try await workspace.log(LogRequest(path: "plain.md")).isEmpty { await Task.yield() }
      await workspace.queue.updateIdle(at: .max - 1)
      try await workspace.settle()
      #expect((folder.text("a.md") != keys + "mine\n") == isWanted)
      #expect(folder.text("a.md")?.contains("last_modified_by: Person\n") == isWanted)
      #expect(folder.text("plain.md") == "mine\n")
      let newest = try await workspace.log(LogRequest(path: "a.md")).first
      #expect(newest?.author.kind == (isWanted ? "sync" : "user"))
      #expect(try await workspace.provenance(PathRequest(path: "a.md")).lastModifiedBy.kind == "user")
    }
  }

  @Test func `an agent's write into a person's file names the person as the one who made it`() async throws {
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
      #expect(text.contains("created_by: Person\n") && text.contains("last_modified_by: Claude\n"))
    }
  }
}
