internal import MCP
internal import Testing

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
      #expect(question.message.contains("robot (write_file)") && question.message.contains("+mine"))
      #expect(question.choices == ["keep", "replace"])
      let kept = ToolAnswer(choice: "keep", state: question.state)
      let refused = await folder.call("write_file", write, canAsk: true, answer: kept)
      #expect(refused.isError && refused.question == nil)
      #expect(folder.text("a.md") == "mine\n")
      let taken = ToolAnswer(choice: "replace", state: question.state)
      #expect(await folder.call("write_file", write, canAsk: true, answer: taken).isError == false)
      #expect(folder.text("a.md") == "robot\n")
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
