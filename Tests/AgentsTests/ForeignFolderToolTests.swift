internal import MCP
internal import Testing
internal import Values

/// Folders of another git repository, through the tools.
@Suite struct ForeignFolderToolTests {
  @Test(
    arguments: [
      ("move_file", ["source": "work", "destination": "old"], "work contains work/code"),
      ("move_file", ["source": "a.md", "destination": "work/code/a.md"], "work/code/a.md is in work/code"),
      ("move_file", ["source": "work/code", "destination": "code"], "work/code is another"),
      (
        "move_file", ["moves": [["source": "a.md", "destination": "work/code/a.md"]]],
        "work/code/a.md is in work/code"
      ), ("claim_path", ["path": "work/code/main.c"], "work/code/main.c is in work/code"),
      ("claim_path", ["path": "work/code"], "work/code is another"),
      ("read_text_file", ["path": "link.c"], "link.c is a link into work/code"),
    ] as [(String, JSONValue, String)])
  func `a tool that would enter another repository names it`(
    tool: String, arguments: JSONValue, words: String
  ) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      try await folder.save("work/b.md", "two\n")
      try await folder.save("work/code/.git/HEAD", "ref: refs/heads/main\n")
      try await folder.save("work/code/main.c", "int main;\n")
      try await folder.link("link.c", to: "work/code/main.c")
      let refused = await folder.call(tool, arguments)
      #expect(refused.isError && refused.words.contains(words), "\(refused)")
      #expect(refused.words.contains("another git repository"), "\(refused)")
      #expect(!refused.words.contains("control") && !refused.words.contains("is a folder;"), "\(refused)")
      #expect(folder.text("a.md") == "one\n" && folder.text("work/b.md") == "two\n")
      #expect(folder.text("work/code/main.c") == "int main;\n")
    }
  }
}
