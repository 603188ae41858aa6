internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// The acts for which the policy requires approval, asked through the agent's client.
@Suite struct ApprovalTests {
  private static let rule = "[[agents.rules]]\ntools = [\"delete\", \"edit\"]\npermission = \"ask\"\n"
  private static let edit: JSONValue = ["path": "a.md", "edits": [["oldText": "one", "newText": "two"]]]

  private func asking(_ policy: String = rule, _ body: (DoorFolder) async throws -> Void) async throws {
    try await DoorFolder.use { folder in
      try await folder.save(".stet/policy.toml", policy)
      try await folder.save("a.md", "one\n")
      try await folder.save("b.md", "one\n")
      try await body(folder)
    }
  }

  private func questions(_ folder: DoorFolder) async -> Int? {
    await folder.call("list_questions", [:]).structured?["questions"]?.elements?.count
  }

  @Test(
    arguments: [
      ("allow", false, true, 0), ("deny", false, false, 0), (nil, true, false, 0), (nil, false, false, 1),
      ("whatever", false, false, 1),
    ] as [(String?, Bool, Bool, Int)])
  func `the answer given in the client holds, and none leaves the question in the list`(
    choice: String?, isDeclined: Bool, isDone: Bool, left: Int
  ) async throws {
    try await asking { folder in
      _ = await folder.call("read_text_file", ["path": "a.md"])
      let question = try #require(await folder.call("delete_file", ["path": "a.md"], canAsk: true).question)
      #expect(question.message.contains("robot wants to use delete_file on a.md"))
      #expect(question.choices == ["allow", "deny"])
      #expect(await questions(folder) == 1)
      let answer = ToolAnswer(choice: choice, isDeclined: isDeclined, state: question.state)
      let result = await folder.call("delete_file", ["path": "a.md"], canAsk: true, answer: answer)
      #expect(result.isError == !isDone && result.question == nil)
      #expect((folder.text("a.md") == nil) == isDone)
      #expect(await questions(folder) == left)
      // Another file is another question; the same one is not asked about again within the hour, once it was answered.
      #expect(await folder.call("delete_file", ["path": "b.md"], canAsk: true).question != nil)
      if left == 0, !isDone {
        let again = await folder.call("delete_file", ["path": "a.md"], canAsk: true)
        #expect(again.isError && again.question == nil)
        #expect(again.text?.contains("does not want") == true)
      }
    }
  }

  @Test func `a client that cannot ask is told of the list, and what else can be done`() async throws {
    try await asking { folder in
      let result = await folder.call("edit_file", Self.edit)
      #expect(result.isError && result.question == nil)
      #expect(result.text?.contains("stet questions") == true && result.text?.contains("a.proposal.md") == true)
      #expect(await questions(folder) == 1)
    }
  }

  @Test func `of several files each is asked about in turn, and silence gives the others`() async throws {
    try await asking("[[agents.rules]]\ntools = [\"read\"]\npaths = [\"a.md\", \"b.md\"]\npermission = \"ask\"\n") {
      folder in
      try await folder.save("c.md", "three\n")
      let read: JSONValue = ["paths": ["c.md", "a.md", "b.md"]]
      #expect(await folder.call("read_multiple_files", read).text?.contains("c.md:\nthree\n") == true, "cannot ask")
      let first = try #require(await folder.call("read_multiple_files", read, canAsk: true).question)
      #expect(first.message.contains("a.md"))
      let allowed = ToolAnswer(choice: "allow", state: first.state)
      let second = try #require(await folder.call("read_multiple_files", read, canAsk: true, answer: allowed).question)
      #expect(second.message.contains("b.md"))
      let silence = ToolAnswer(choice: nil, state: second.state)
      let some = await folder.call("read_multiple_files", read, canAsk: true, answer: silence)
      #expect(!some.isError && some.question == nil)
      #expect(some.text?.contains("a.md:\none\n") == true && some.text?.contains("b.md: Error") == true, "\(some)")
      let denied = ToolAnswer(choice: nil, isDeclined: true, state: second.state)
      let without = await folder.call("read_multiple_files", read, canAsk: true, answer: denied)
      #expect(without.question == nil && without.text?.contains("b.md: Error") == true)
      #expect(await folder.call("read_multiple_files", read, canAsk: true).question == nil, "both are decided")
    }
  }

  @Test func `a tool that looks at a file before it writes is one question`() async throws {
    try await asking("[[agents.rules]]\ntools = [\"append_file\"]\npermission = \"ask\"\n") { folder in
      let append: JSONValue = ["path": "a.md", "content": "two\n"]
      let question = try #require(await folder.call("append_file", append, canAsk: true).question)
      #expect(await questions(folder) == 1)
      let allowed = ToolAnswer(choice: "allow", state: question.state)
      #expect(await folder.call("append_file", append, canAsk: true, answer: allowed).isError == false)
      #expect(await questions(folder) == 0)
    }
  }

  @Test func `a rule for a tool that shows a part of a text holds for it`() async throws {
    let rule = { (tool: String, path: String) in
      "[[agents.rules]]\ntools = [\"\(tool)\"]\npaths = [\"\(path)\"]\npermission = \"deny\"\n"
    }
    try await asking(rule("diff_versions", "a.md") + rule("workspace_context", "AGENTS.md")) { folder in
      try await folder.save("AGENTS.md", "the person's words\n")
      try await folder.save("context.md", "open to agents\n")
      try await folder.save("a.md", "two\n")
      let refused = await folder.call("diff_versions", ["path": "a.md"])
      #expect(refused.isError && !refused.words.contains("two"), "\(refused.words)")
      #expect(await folder.call("diff_versions", ["path": "b.md"]).isError == false)
      #expect(await folder.call("read_text_file", ["path": "a.md"]).isError == false)
      let context = await folder.call("workspace_context", [:])
      #expect(!context.isError && context.words.contains("open to agents"))
      #expect(!context.words.contains("the person's words"), "\(context.words)")
    }
  }

  @Test func `where the policy wants the list, no client is asked or believed`() async throws {
    try await asking("[agents]\nask_in_client = false\n" + Self.rule) { folder in
      #expect(await folder.call("edit_file", Self.edit, canAsk: true).question == nil)
      let id = try #require(
        await folder.call("list_questions", [:]).structured?["questions"]?.elements?.first?["id"]?.text)
      let forged = ToolAnswer(choice: "allow", state: "approval:" + id)
      #expect(await folder.call("edit_file", Self.edit, canAsk: true, answer: forged).isError)
      #expect(folder.text("a.md") == "one\n")
      #expect(await questions(folder) == 1)
    }
  }

  @Test func `an approval is followed by the question about what came since`() async throws {
    try await asking("[[agents.rules]]\ntools = [\"write_file\"]\npermission = \"ask\"\n") { folder in
      let token = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      try await folder.save("a.md", "mine\n")
      let write: JSONValue = ["path": "a.md", "content": "robot\n", "token": token]
      let first = try #require(await folder.call("write_file", write, canAsk: true).question)
      #expect(first.choices == ["allow", "deny"])
      let allowed = ToolAnswer(choice: "allow", state: first.state)
      let second = try #require(await folder.call("write_file", write, canAsk: true, answer: allowed).question)
      #expect(second.choices == ["keep", "replace"])
      let taken = ToolAnswer(choice: "replace", state: second.state)
      #expect(await folder.call("write_file", write, canAsk: true, answer: taken).isError == false)
      #expect(folder.text("a.md") == "robot\n")
    }
  }
}
