import GitObjects
import Testing

@testable import WorkspaceEngine

/// Secrets that others published.
@Suite struct ArrivedSecretTests {
  private static let token = "gh" + "p_" + "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ"

  /// Publishes files from another machine, as plain git does there.
  private static func publish(
    _ files: [String: String], _ message: String, to remote: String, _ there: TestFolder
  ) async throws {
    if there.text(".git/HEAD") == nil {
      try await there.git.clone(remote, branch: "main")
      try await there.git.checkOut("main")
      try await there.git("config", "user.name", "Ann")
      try await there.git("config", "user.email", "ann@example.org")
    } else {
      try await there.git("pull", "-q", "--no-rebase")
    }
    for (path, text) in files { try there.save(path, text) }
    try await there.git("add", "-A")
    try await there.git("commit", "-q", "-m", message)
    try await there.git("push", "-q")
  }

  @Test func `one is taken as it is, on record, and asked about once, also after a restart`() async throws {
    let folder = try await TestFolder()
    let there = try await TestFolder(isEmpty: true)
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try folder.save("a.md", "one\n")
    let message = "Edit key.md\n\nStet-Actor: agent\nStet-Agent: robot\nStet-Machine: laptop\nStet-Change: I1"
    try await folder.open { workspace in
      try await workspace.settle()
      // Taken out again before anybody fetched it: it is in the shared history all the same.
      try await Self.publish(["key.md": "first\nthe key \(Self.token)\n", "b.md": "two\n"], message, to: remote, there)
      try await Self.publish(["key.md": "first\n"], "out again", to: remote, there)
      try await workspace.settle()
      try await folder.asked(workspace, 1)
      let question = try #require(try await workspace.questions().first)
      #expect(question.kind == "shared-secret" && question.path == "key.md")
      #expect(question.seen.contains("line 2") && question.seen.contains("by robot on laptop"), "\(question.seen)")
      #expect(folder.text("key.md") == "first\n" && folder.text("b.md") == "two\n")
      #expect(try await workspace.status().held.isEmpty)
      let line = try await workspace.audit(AuditRequest(path: "key.md")).calls.first
      #expect(line?.act == "secret" && line?.agent == "robot" && line?.tool == "sync")
      await #expect(throws: VerbError.self) {
        try await workspace.answer(
          AnswerRequest(id: question.id, word: "known", caller: Caller(agent: "robot", session: "s")))
      }
    }
    try await folder.open { workspace in
      let question = try #require(try await workspace.questions().first)
      _ = try await workspace.answer(AnswerRequest(id: question.id, word: "revoked"))
      #expect(try await workspace.questions().isEmpty)
      try folder.save("c.md", "three\n")
      try await workspace.settle()
      try await Self.publish(["key.md": "first, the key \(Self.token)\n"], "in again", to: remote, there)
      try await workspace.settle()
      try await folder.asked(workspace, 1)
      let again = try #require(try await workspace.questions().first)
      _ = try await workspace.answer(AnswerRequest(id: again.id, word: "known"))
      try await Self.publish(["copy.md": "the key \(Self.token)\n"], "a copy", to: remote, there)
      try await workspace.settle()
      try await Self.publish(["d.md": "a key: \(Self.token.dropLast(4))Wq3Z\n"], "another", to: remote, there)
      try await workspace.settle()
      try await folder.asked(workspace, 1)
      #expect(try await workspace.questions().map(\.path) == ["d.md"], "what is known is known at any path")
    }
  }
}

extension TestFolder {
  /// Returns when so many questions are open; they are asked beside the exchange.
  fileprivate func asked(_ workspace: Workspace, _ count: Int) async throws {
    for _ in 0..<500 where try await workspace.questions().count != count { try await workspace.settle() }
  }
}
