import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Testing

@testable import FolderKeeping
@testable import WorkspaceEngine

@Suite struct AuditTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "read_text_file")

  @Test func `what agents read, wrote and were refused is on record, and commits name it`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let read = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      _ = try await workspace.read(ReadRequest(path: "a.md"))
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .append(Array("two\n".utf8)), token: read.token, caller: Self.agent))
      await #expect(throws: VerbError.self) {
        try await workspace.write(WriteRequest(path: ".mcp.json", action: .put([]), caller: Self.agent))
      }
      await #expect(throws: VerbError.self) {
        try await workspace.answer(AnswerRequest(id: "x", word: "y", caller: Self.agent))
      }
      let report = try await workspace.audit(AuditRequest())
      #expect(report.calls.map(\.act) == ["read", "append", "write", "answer"])
      #expect(report.calls.map(\.refused) == [nil, nil, "policy.control-file", "refused"])
      #expect(report.calls.first?.version == String(read.token.hex.prefix(12)))
      #expect(try await workspace.audit(AuditRequest(path: "a.md")).calls.count == 2)
      #expect(try await workspace.audit(AuditRequest(session: "other")).calls.isEmpty)
      // A commit names what is durable: soon, not at once.
      var anchored: Int?
      for number in 0..<200 where anchored == nil {
        try folder.save("b.md", "\(number)\n")
        try await workspace.settle()
        anchored = try await workspace.audit(AuditRequest(verifies: true)).anchored
      }
      #expect(anchored != nil)
      #expect(try await workspace.audit(AuditRequest(verifies: true)).problems.isEmpty)
    }
    let days = try FileManager.default.contentsOfDirectory(atPath: folder.root + "/.git/stet/audit")
    try await folder.open { workspace in
      #expect(try await workspace.audit(AuditRequest(verifies: true)).problems.isEmpty)
      for day in days { try FileManager.default.removeItem(atPath: folder.root + "/.git/stet/audit/" + day) }
      let problems = try await workspace.audit(AuditRequest(verifies: true)).problems
      #expect(!problems.isEmpty)
    }
  }

  @Test func `a tail that is cut, also before a commit names it, is found by the daemon that wrote it`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      for _ in 0..<5 { _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent)) }
      #expect(try await workspace.audit(AuditRequest(verifies: true)).problems.isEmpty)
      let place = folder.root + "/.git/stet/audit/"
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: place).first)
      let attributes = try FileManager.default.attributesOfItem(atPath: place + name)
      #expect((attributes[.posixPermissions] as? Int) == 0o600)
      let text = try #require(folder.text(".git/stet/audit/" + name))
      let lines = text.split(separator: "\n")
      for count in 1...5 {
        try folder.save(".git/stet/audit/" + name, lines.dropLast(count).map { $0 + "\n" }.joined())
        #expect(try await workspace.audit(AuditRequest(verifies: true)).problems.count == 1, "\(count)")
      }
      try folder.save(".git/stet/audit/" + name, text)
      #expect(try await workspace.audit(AuditRequest(verifies: true)).problems.isEmpty)
    }
  }

  @Test func `the status says how the record stands`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.status().audit == nil, "no agent called")
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      let state = try #require(try await workspace.status().audit)
      #expect(state.lines == 3 && state.anchored == nil && state.problem == nil, "\(state)")
      for number in 0..<200 where try await workspace.status().audit?.anchored == nil {
        try folder.save("b.md", "\(number)\n")
        try await workspace.settle()
      }
      #expect(try await workspace.status().audit?.anchored == 3)
    }
    try await folder.open { workspace in
      #expect(try await workspace.status().audit == AuditState(lines: 3, anchored: 3, problem: nil))
      // A file in the folder's place: nothing can be written there.
      let place = folder.root + "/.git/stet/audit"
      try FileManager.default.removeItem(atPath: place)
      try folder.save(".git/stet/audit", "")
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      #expect(try await workspace.status().audit?.problem != nil)
      #expect(try await workspace.doctor().contains { $0.subject == "audit" && $0.level == "problem" })
      try FileManager.default.removeItem(atPath: place)
    }
  }

  @Test func `what a search, a difference or a list gave an agent is on record`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Private\"]\n")
    for number in 0..<3 { try folder.save("Notes/\(number).md", "word\nword\n") }
    try folder.save("Private/a.md", "word\n")
    try await folder.open { workspace in
      try await workspace.settle()
      _ = try await workspace.search(SearchRequest(text: "word", path: "Notes", caller: Self.agent))
      var request = SearchRequest(text: "word", limit: 3, caller: Self.agent)
      request.shown = 2
      _ = try await workspace.search(request)
      _ = try await workspace.search(SearchRequest(text: "nothing of that", caller: Self.agent))
      _ = try await workspace.list(ListRequest(recursive: true, caller: Self.agent))
      _ = try await workspace.look(LookRequest(path: "Notes", reach: .names, caller: Self.agent))
      _ = try await workspace.diff(DiffRequest(caller: Self.agent))
      _ = try await workspace.blame(BlameRequest(path: "Notes/0.md", caller: Self.agent))
      _ = try await workspace.log(LogRequest(path: "Private/a.md", caller: Self.agent))
      _ = try await workspace.conflicts(Self.agent)
      await #expect(throws: VerbError.self) {
        try await workspace.blame(BlameRequest(path: "Private/a.md", caller: Self.agent))
      }
      // A person's are nobody's business.
      _ = try await workspace.search(SearchRequest(text: "word"))
      let calls = try await workspace.audit(AuditRequest()).calls
      #expect(
        calls.map(\.act) == [
          "search", "search", "search", "list", "look", "diff", "blame", "log", "conflicts", "blame",
        ])
      #expect(calls[0].pattern == "word" && calls[0].path == "Notes" && calls[0].count == 6)
      #expect(calls[0].files == ["Notes/0.md", "Notes/1.md", "Notes/2.md"])
      #expect(calls[1].count == 2 && calls[1].files == ["Notes/0.md"])
      #expect(calls[2].count == 0 && calls[2].files == nil)
      #expect(calls[4].count == 3 && calls[6].count == 2)
      #expect(calls[5].files?.contains("Notes/1.md") == true && calls[5].files?.contains("Private/a.md") == false)
      #expect(calls[9].refused == "policy.protected")
      let shown = try await workspace.audit(AuditRequest(path: "Notes/2.md")).calls
      #expect(shown.map(\.act) == ["search", "diff"])
      #expect(try await workspace.audit(AuditRequest(verifies: true)).problems.isEmpty)
    }
  }

  @Test func `a write whose line was lost is put on record from its commit, once`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      for text in ["two\n", "three\n"] {
        _ = try await workspace.write(
          WriteRequest(path: "a.md", action: .append(Array(text.utf8)), caller: Self.agent))
      }
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .move(to: "b.md"), caller: Self.agent))
    }
    let place = folder.root + "/.git/stet/audit/"
    let day = place + (try #require(try FileManager.default.contentsOfDirectory(atPath: place).first))
    let text = String(decoding: try #require(FileManager.default.contents(atPath: day)), as: UTF8.self)
    // The last two: the second write and the move.
    let lines = text.split(separator: "\n")
    try Data((lines.dropLast(2).joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: day))
    try await folder.open { workspace in
      for _ in 0..<2 {
        await workspace.keeper.run { $0.records.calls.completeAudit(AuditDesk.Gap(beginning: nil)) }
        let calls = try await workspace.audit(AuditRequest()).calls
        #expect(calls.map(\.act) == ["append", "write", "delete", "write"])
        #expect(calls.map(\.path) == ["a.md", "a.md", "a.md", "b.md"])
        #expect(calls.allSatisfy { $0.agent == "bot" && $0.session == "s" && $0.tool == "read_text_file" })
      }
    }
  }
}
