internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct AskingTests {
  /// A folder in which the person changed what an agent is about to write.
  private func overlapped(_ body: (DoorFolder, JSONValue) async throws -> Void) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let token = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      try await folder.save("a.md", "mine\n")
      try await body(folder, ["path": "a.md", "content": "robot\n", "token": token])
    }
  }

  @Test func `where texts overlap the person is asked, if the client can`() async throws {
    try await overlapped { folder, write in
      #expect(await folder.call("write_file", write).question == nil)
      let question = try #require(await folder.call("write_file", write, canAsk: true).question)
      #expect(question.message.hasPrefix("robot wants to write a.md, which was changed since it read it."))
      #expect(question.message.contains("\n-mine\n+robot\n") && !question.message.contains("Read it again"))
      #expect(question.choices == ["keep", "replace"])
      let kept = ToolAnswer(choice: "keep", state: question.state)
      let refused = await folder.call("write_file", write, canAsk: true, answer: kept)
      #expect(refused.isError && refused.question == nil && refused.token == nil)
      #expect(refused.text?.contains("keeps the present text") == true, "\(refused.text ?? "")")
      let declined = ToolAnswer(choice: nil, isDeclined: true, state: question.state)
      let no = await folder.call("write_file", write, canAsk: true, answer: declined)
      #expect(no.isError && no.text?.contains("your change is not wanted") == true)
      let away = ToolAnswer(choice: nil, state: question.state)
      let open = await folder.call("write_file", write, canAsk: true, answer: away)
      #expect(open.isError && open.token != nil && open.notes.contains("without an answer"))
      #expect(folder.text("a.md") == "mine\n")
      let taken = ToolAnswer(choice: "replace", state: question.state)
      let done = await folder.call("write_file", write, canAsk: true, answer: taken)
      #expect(!done.isError && done.notes.contains("wants your change"))
      #expect(folder.text("a.md") == "robot\n")
    }
  }

  @Test func `the person is shown what an agent's deletion or older version would take away`() async throws {
    try await overlapped { folder, write in
      let token = try #require(write["token"])
      let deletion = await folder.call("delete_file", ["path": "a.md", "token": token], canAsk: true).question
      #expect(deletion?.message.contains("wants to delete a.md") == true && deletion?.message.contains("-mine") == true)
    }
  }

  @Test func `the person is shown the older version that an agent would bring back`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "zero\n")
      let version = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      try await folder.save("a.md", "one\n")
      let token = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      try await folder.save("a.md", "mine\n")
      let restore: JSONValue = ["path": "a.md", "token": token, "version": version]
      let question = await folder.call("restore_version", restore, canAsk: true).question
      #expect(question?.message.contains("\n-mine\n+zero\n") == true, "\(question?.message ?? "")")
    }
  }

  @Test func `what an agent would write steers no terminal that shows the question`() async throws {
    try await overlapped { folder, write in
      let token = try #require(write["token"])
      let hostile: JSONValue = ["path": "a.md", "content": "\u{1b}[2Krobot\n", "token": token]
      let question = try #require(await folder.call("write_file", hostile, canAsk: true).question)
      #expect(!question.message.unicodeScalars.contains("\u{1b}") && question.message.contains("+\\u001b[2Krobot"))
    }
  }

  @Test func `an answer counts for the version that was asked about only`() async throws {
    try await overlapped { folder, write in
      let question = try #require(await folder.call("write_file", write, canAsk: true).question)
      try await folder.save("a.md", "mine again\n")
      let taken = ToolAnswer(choice: "replace", state: question.state)
      #expect(await folder.call("write_file", write, canAsk: true, answer: taken).isError)
      #expect(folder.text("a.md") == "mine again\n")
    }
  }

  @Test func `a file that was only never read is no question`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "mine\n")
      let refused = await folder.call("write_file", ["path": "a.md", "content": "robot\n"], canAsk: true)
      #expect(refused.isError && refused.question == nil)
    }
  }
}
