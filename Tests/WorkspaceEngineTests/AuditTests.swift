import FoundationEssentials
import GitObjects
import Testing

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
}
