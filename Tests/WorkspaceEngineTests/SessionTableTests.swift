import GitObjects
import Journal
import Testing
import WorkspaceAPI

@testable import FolderKeeping
@testable import WorkspaceEngine

/// Tests the summaries of what agents and people did.
@Suite struct SessionTableTests {
  private static func commit(
    _ number: UInt8, _ author: AuthorRecord, at seconds: Int64, _ paths: [String], parents: Int = 1
  ) throws -> OperationCommit {
    let id = try #require(
      ObjectID(hex: String(repeating: "0", count: 38) + (number < 16 ? "0" : "") + String(number, radix: 16)))
    return OperationCommit(
      id: id, parents: Array(repeating: id, count: parents), author: author, machine: "desk", seconds: seconds,
      paths: paths, change: "I\(number)")
  }

  private static func act(_ act: String, at seconds: Int64, path: String? = nil, refused: String? = nil) -> AuditEntry {
    var entry = AuditEntry(
      agent: "Claude", session: "s", model: "m", tool: "t", act: act, path: path, refused: refused)
    entry.time = seconds * 1_000
    return entry
  }

  private static let claude = AuthorRecord(kind: "agent", name: "Claude", session: "s")

  @Test func `a session has its changes of all machines and its calls here`() throws {
    let commits = [
      try Self.commit(2, Self.claude, at: 200, ["a.md", "b/c.md"]), try Self.commit(1, Self.claude, at: 100, ["a.md"]),
    ]
    var table = SessionTable(ChangeFilter(ChangeConditions()), try PathScope(nil))
    for operation in OperationList(commits).operations { table.add(operation) }
    for entry in [
      Self.act("read", at: 50, path: "a.md"), Self.act("shown", at: 51), Self.act("list", at: 60),
      Self.act("query", at: 70),
      Self.act("read", at: 300, path: "x", refused: "policy.protected"), Self.act("secret", at: 900),
    ] { table.add(entry) }
    let entry = try #require(table.entries(limit: nil).first)
    #expect(table.entries(limit: nil).count == 1 && table.entries(limit: 0).isEmpty)
    #expect(entry.first == "1970-01-01T00:00:50Z" && entry.last == "1970-01-01T00:05:00Z")
    #expect(entry.paths == ["a.md", "b/c.md"] && entry.files == 2 && entry.writes == 3 && entry.commits == 2)
    #expect(entry.reads == 2 && entry.refusals == 1 && entry.models == ["m"] && entry.machines == ["desk"])
    #expect(entry.undo == "stet undo --session s")
  }

  @Test func `conditions and a scope leave out other acts`() throws {
    let commits = [
      try Self.commit(2, Self.claude, at: 200, ["b/c.md"]), try Self.commit(1, Self.claude, at: 100, ["a.md"]),
    ]
    func entries(_ filter: ChangeFilter, _ scope: String? = nil) throws -> [SessionEntry] {
      var table = SessionTable(filter, try PathScope(scope))
      for operation in OperationList(commits).operations { table.add(operation) }
      table.add(Self.act("read", at: 100, path: "a.md"))
      return table.entries(limit: nil)
    }
    #expect(try entries(ChangeFilter(ChangeConditions(), since: 150)).first?.paths == ["b/c.md"])
    #expect(try entries(ChangeFilter(ChangeConditions(), until: 150)).first?.paths == ["a.md"])
    #expect(try entries(ChangeFilter(ChangeConditions()), "b").first?.paths == ["b/c.md"])
    #expect(try entries(ChangeFilter(ChangeConditions()), "b").first?.reads == 0)
    #expect(try entries(ChangeFilter(ChangeConditions(author: "codex"))).isEmpty)
    #expect(try entries(ChangeFilter(ChangeConditions(), since: 300, until: 200)).isEmpty)
  }

  @Test func `files are folded by their first folder, the busiest first`() {
    let changes = ["a/b/c.md": 1, "a/d.md": 2, "e.md": 9, "f/g.md": 1].reduce(into: [NameKey: Int]()) {
      $0[NameKey($1.key)] = $1.value
    }
    #expect(
      ActivityTable.folded(changes) == [
        .init(path: "e.md", files: 1, changes: 9), .init(path: "a/", files: 2, changes: 3),
        .init(path: "f/g.md", files: 1, changes: 1),
      ])
  }
}
