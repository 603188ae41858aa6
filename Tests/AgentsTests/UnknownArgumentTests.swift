internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct UnknownArgumentTests {
  @Test(
    arguments: [
      ("edit_file", ["path": "a.md", "edits": [["oldText": "one", "newText": "two"]], "dry_run": true], "\"dryRun\""),
      ("edit_file", ["path": "a.md", "edits": [["old_text": "one", "newText": "two"]]], "\"oldText\""),
      ("write_file", ["path": "a.md", "contents": "two\n", "content": "two\n"], "\"content\""),
      ("append_file", ["file": "a.md", "path": "a.md", "content": "two\n"], "\"path\""),
      ("delete_file", ["path": "a.md", "dryRun": true], "\"paths\", \"recursive\", \"token\""),
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

  @Test func `arguments of Stet's own are small words, and another spelling of any is answered with the known one`() {
    let reference: Set = ["oldText", "newText", "dryRun", "excludePatterns", "sortBy", "caseSensitive", "bookId"]
    for tool in AgentDoor.tools.map(\.definition) {
      for name in (tool.input["properties"]?.members ?? []).map(\.name) {
        #expect(reference.contains(name) || name.allSatisfy { $0.isLowercase || $0 == "_" }, "\(tool.name): \(name)")
        let other = Self.respelled(name)
        guard other != name else { continue }
        let arguments = ToolArguments([JSONMember(name: other, value: 1)])
        let error = #expect(throws: ToolFailure.self) { try ArgumentNames.check(arguments, against: tool.input) }
        #expect(error?.text.contains("Do you mean \"\(name)\"?") == true, "\(tool.name): \(other)")
      }
    }
  }

  /// A name in the other of the two spellings: `first_line` as `firstLine`, `dryRun` as `dry_run`.
  private static func respelled(_ name: String) -> String {
    if name.contains("_") {
      let words = name.split(separator: "_")
      return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
    return name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
  }

  @Test func `session, model and wait are known to every tool`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let listed = await folder.call("list_directory", ["path": ".", "session": "s", "model": "m", "wait": 1])
      #expect(!listed.isError && listed.text?.contains("a.md") == true)
    }
  }
}
