internal import MCP
internal import Testing

@testable internal import Agents

@Suite struct UnknownArgumentTests {
  @Test(
    arguments: [
      ("edit_file", ["path": "a.md", "edits": [["oldText": "one", "newText": "two"]], "dry_run": true], "\"dryRun\""),
      ("edit_file", ["path": "a.md", "edits": [["old_text": "one", "newText": "two"]]], "\"oldText\""),
      ("write_file", ["path": "a.md", "contents": "two\n", "content": "two\n"], "\"content\""),
      ("append_file", ["file": "a.md", "path": "a.md", "content": "two\n"], "\"path\""),
      ("delete_file", ["path": "a.md", "dryRun": true], "\"paths\", \"token\""),
      ("read_text_file", ["path": "a.md", "firstLine": 1], "\"first_line\""),
      ("list_allowed_directories", ["path": "a.md"], "It takes none."),
    ] as [(String, JSONValue, String)])
  func `an unknown argument is an error that names known ones, and nothing is done`(
    tool: String, arguments: JSONValue, known: String
  ) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let refused = await folder.call(tool, arguments)
      #expect(refused.isError && refused.text?.contains(known) == true, "\(refused.text ?? "")")
      #expect(folder.text("a.md") == "one\n")
    }
  }

  @Test func `session, model and wait are known to every tool`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let listed = await folder.call("list_directory", ["path": ".", "session": "s", "model": "m", "wait": 1])
      #expect(!listed.isError && listed.text?.contains("a.md") == true)
    }
  }
}
