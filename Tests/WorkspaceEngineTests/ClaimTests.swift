import Coordination
import Documents
import GitObjects
import Glibc
import Recording
import TestSupport
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

/// Claims in a workspace: whom they hold up, and whom they do not.
@Suite struct ClaimTests {
  private static let codex = Caller(agent: "Codex", session: "1")
  private static let claude = Caller(agent: "Claude", session: "2")

  private func order(
    _ path: String, _ intent: ClaimIntent = .writing, by caller: Caller = codex, expires: Double = 60
  ) throws -> ClaimOrder {
    ClaimOrder(
      items: [ClaimItem(try WorkspacePath(path), intent)], wait: 0, expires: expires, stays: true, caller: caller)
  }

  private func put(_ text: String, _ path: String, by caller: Caller, claim: Int64? = nil) -> WriteRequest {
    WriteRequest(path: path, action: .put(Array(text.utf8)), caller: caller, claim: claim)
  }

  @Test func `another's write waits, and is refused then with who holds it until when`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let claim = try await workspace.claim(try order("a.md"))
      let error = await #expect(throws: VerbError.self) {
        _ = try await workspace.write(put("x\n", "a.md", by: Self.claude))
      }
      #expect(error?.code == .busy)
      #expect(error?.what == "a.md is claimed for writing by Codex until \(claim.until).")
      #expect(folder.text("a.md") == nil)
      // One's own session is not held up, and other files are nobody's.
      _ = try await workspace.write(put("mine\n", "a.md", by: Self.codex))
      _ = try await workspace.write(put("other\n", "b.md", by: Self.claude))
      #expect(folder.text("a.md") == "mine\n")
    }
  }

  @Test func `a write that waits goes on when the claim is given back`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let claim = try await workspace.claim(try order("a.md"))
      async let written = workspace.write(put("x\n", "a.md", by: Self.claude))
      try await until { workspace.claims.look { table, _ in !table.waiting.isEmpty } }
      _ = try await workspace.changeClaim(ClaimChange(number: claim.number, caller: Self.codex))
      #expect(try await written.commit != nil)
    }
  }

  @Test func `what a person saves is recorded whoever claims the file`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for intent in ClaimIntent.allCases { _ = try await workspace.claim(try order("\(intent).md", intent)) }
      for intent in ClaimIntent.allCases { try folder.save("\(intent).md", "saved\n") }
      try await workspace.settle()
      let listed = try await workspace.list(ListRequest())
      #expect(listed.count == ClaimIntent.allCases.count)
    }
  }

  @Test func `the number of a claim that has ended is refused, and nothing written`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let claim = try await workspace.claim(try order("a.md", by: .person))
      _ = try await workspace.write(put("1\n", "a.md", by: .person, claim: claim.number))
      let other = await #expect(throws: VerbError.self) {
        _ = try await workspace.write(put("1\n", "b.md", by: .person, claim: claim.number))
      }
      #expect(other?.code == .usage)
      _ = try await workspace.changeClaim(ClaimChange(number: claim.number))
      let newer = try await workspace.claim(try order("a.md", by: .person))
      #expect(newer.number > claim.number)
      let stalled = await #expect(throws: VerbError.self) {
        _ = try await workspace.write(put("2\n", "a.md", by: .person, claim: claim.number))
      }
      #expect(stalled?.code == .refused)
      #expect(folder.text("a.md") == "1\n")
    }
  }

  @Test func `a claim follows its file, moved by a verb or by any program`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "text\n")
      try await workspace.settle()
      _ = try await workspace.claim(try order("a.md"))
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .move(to: "b.md"), caller: Self.codex))
      #expect(try await workspace.coordination().claims.first?.items.first?.path.string == "b.md")
      #expect(rename(folder.root + "/b.md", folder.root + "/c.md") == 0)
      try await workspace.settle()
      #expect(try await workspace.coordination().claims.first?.items.first?.path.string == "c.md")
    }
  }

  @Test func `bringing back and taking back wait for claims too`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      _ = try await workspace.write(put("1\n", "a.md", by: Self.claude))
      let first = try #require(try await workspace.log(LogRequest()).first?.commit)
      let token = try await workspace.read(ReadRequest(path: "a.md")).token
      let request = WriteRequest(path: "a.md", action: .put(Array("2\n".utf8)), token: token, caller: Self.claude)
      _ = try await workspace.write(request)
      _ = try await workspace.claim(try order("a.md"))
      let restored = await #expect(throws: VerbError.self) {
        _ = try await workspace.restore(RestoreRequest(paths: ["a.md"], revision: first.hex, caller: Self.claude))
      }
      let undone = await #expect(throws: VerbError.self) {
        _ = try await workspace.undo(UndoRequest(session: "2", caller: Self.claude))
      }
      #expect(restored?.code == .busy && undone?.code == .busy)
      #expect(folder.text("a.md") == "2\n")
    }
  }

  @Test func `an undo that waited names the files that stayed, also those made read-only meanwhile`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for name in ["a.md", "b.md", "c.md", "d.md"] { _ = try await workspace.write(put("1\n", name, by: Self.claude)) }
      for name in ["a.md", "b.md"] { chmod(folder.root + "/" + name, 0o444) }
      try await workspace.settle()
      let claim = try await workspace.claim(try order("d.md"))
      async let undone = workspace.undo(UndoRequest(session: "2", caller: Self.claude))
      try await until { workspace.claims.look { table, _ in !table.waiting.isEmpty } }
      chmod(folder.root + "/b.md", 0o644)
      chmod(folder.root + "/c.md", 0o444)
      _ = try await workspace.changeClaim(ClaimChange(number: claim.number, caller: Self.codex))
      let receipt = try await undone
      #expect(receipt.kept.map(\.path) == ["a.md", "c.md"] && receipt.paths.sorted() == ["b.md", "d.md"])
      #expect(folder.text("a.md") == "1\n" && folder.text("c.md") == "1\n")
      #expect(folder.text("b.md") == nil && folder.text("d.md") == nil)
    }
  }

  @Test func `what policy refuses is refused at once, and not after others were waited for`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", "[agents]\nread_only = [\"fixed/**\"]\n")
    try await folder.open { workspace in
      try folder.save("fixed/a.md", "stands\n")
      try await workspace.settle()
      try await workspace.acceptPolicy()
      _ = try await workspace.claim(try order("fixed", .moving))
      for action in [
        WriteAction.put(Array("x\n".utf8)), .append(Array("x\n".utf8)), .delete, .move(to: "b.md"),
        .edit(old: "stands", new: "falls", everywhere: false),
      ] {
        let request = WriteRequest(path: "fixed/a.md", action: action, caller: Self.claude)
        let error = await #expect(throws: VerbError.self) { _ = try await workspace.write(request) }
        #expect(error?.code == .refused && error?.reason == "policy.read-only", "\(action): \(error.debugDescription)")
        #expect(workspace.claims.look { table, _ in table.waiting.isEmpty })
      }
    }
  }

  @Test func `a run's numbers are above those of the runs before`() async throws {
    let folder = try await TestFolder()
    var last: Int64 = 0
    for _ in 0..<3 {
      try await folder.open { workspace in
        let claim = try await workspace.claim(try order("a.md", by: .person))
        #expect(claim.number > last)
        if last > 0 {
          let stalled = await #expect(throws: VerbError.self) {
            _ = try await workspace.write(put("x\n", "a.md", by: .person, claim: last))
          }
          #expect(stalled?.code == .refused)
        }
        last = claim.number
      }
    }
  }

  @Test func `an agent ends no claim of another's, and a person does`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let claim = try await workspace.claim(try order("a.md"))
      let error = await #expect(throws: VerbError.self) {
        _ = try await workspace.changeClaim(ClaimChange(number: claim.number, caller: Self.claude))
      }
      #expect(error?.code == .refused)
      _ = try await workspace.changeClaim(ClaimChange(number: claim.number))
      let again = await #expect(throws: VerbError.self) {
        _ = try await workspace.changeClaim(ClaimChange(number: claim.number))
      }
      #expect(again?.code == .notFound)
      #expect(try await workspace.coordination().claims.isEmpty)
    }
  }

  @Test(arguments: [(-1.0, 60.0), (5, 0), (5, 3_601), (.nan, 60), (5, .infinity)])
  func `times that are none are refused`(
    _ wait: Double, _ expires: Double
  ) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      var order = try order("a.md", expires: expires)
      order.wait = wait
      let error = await #expect(throws: VerbError.self) { _ = try await workspace.claim(order) }
      #expect(error?.code == .usage)
    }
  }

  /// A program that states no session is known by its connection while that is open, else by its name.
  @Test func `an agent without a session ends its own claim and no other's`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let (own, other) = (Caller(agent: "Aider"), Caller(agent: "Codex"))
      let lasting = try await workspace.claim(try order("a.md", by: own))
      var connected = own
      connected.connection = 7
      var brief = try order("b.md", by: connected)
      (brief.stays, brief.name) = (nil, "true")
      let bound = try await workspace.claim(brief)
      for number in [lasting.number, bound.number] {
        let error = await #expect(throws: VerbError.self) {
          _ = try await workspace.changeClaim(ClaimChange(number: number, caller: other))
        }
        #expect(error?.code == .refused)
      }
      _ = try await workspace.changeClaim(ClaimChange(number: lasting.number, caller: own))
      _ = try await workspace.changeClaim(ClaimChange(number: bound.number, caller: connected))
      #expect(try await workspace.coordination().claims.isEmpty)
    }
  }

  @Test func `claims and their ends are told`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      let events = workspace.events(of: [.claimed, .unclaimed])
      let claim = try await workspace.claim(try order("a.md"))
      _ = try await workspace.write(put("mine\n", "a.md", by: Self.codex))
      _ = try await workspace.changeClaim(ClaimChange(number: claim.number))
      var told: [WorkspaceEvent] = []
      for await event in events {
        told.append(event)
        if event.event == .unclaimed { break }
      }
      #expect(told.map(\.event) == [.claimed, .unclaimed], "single writes are not told")
      let holder = AuthorRecord(.agent(name: "Codex", session: "1"), personName: nil)
      #expect(told.allSatisfy { $0.paths == ["a.md"] && $0.id == String(claim.number) })
      #expect(told.first?.author == holder && told.last?.kind == "released")
    }
  }
}
