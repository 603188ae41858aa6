internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct NextStepTests {
  private static let unknown = String(repeating: "1", count: 40)

  @Test(
    arguments: [
      ("read_text_file", ["path": "Reserch/whales.md"], ["Research/whales.md", "read_text_file"]),
      ("read_text_file", ["path": "Whales.md"], ["Research/whales.md"]),
      (
        "edit_file", ["path": "Research/whale.md", "edits": [["oldText": "a", "newText": "b"]]], ["Research/whales.md"]
      ),
      ("delete_file", ["path": "nothing like it.md"], ["list_directory", "search_files"]),
      ("read_text_file", ["path": "Research"], ["list_directory"]),
      ("list_directory", ["path": "a.md"], ["read_text_file"]),
      (
        "write_file", ["path": "a.md", "content": "x\n"],
        ["edit_file", "write_file again with this token", "three blind mice"]
      ),
      (
        "edit_file", ["path": "a.md", "edits": [["oldText": "three blnd mice", "newText": "b"]]],
        ["three blind mice", "read_text_file", "version token"]
      ),
      (
        "edit_file", ["path": "a.md", "edits": [["oldText": "ee", "newText": "b"]]],
        ["lines 1 and 3", "read_text_file"]
      ),
      (
        "apply_patch", ["patch": "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-three blnd mice\n+two\n"],
        ["three blind mice", "read_text_file", "version token"]
      ),
      (
        "write_file", ["path": "a.md", "content": "x\n", "token": .string(unknown)],
        ["call read_text_file and use the token"]
      ),
      (
        "delete_file", ["path": "Research/whale.md"],
        ["Research/whales.md", "read_text_file shows whether it is meant"]
      ),
      ("delete_file", ["path": "b.md"], ["list_directory or search_files"]),
      ("restore_version", ["path": "a.md", "version": "none"], ["file_history"]),
      ("no_such_tool", [:], ["more_tools"]),
    ] as [(String, JSONValue, [String])])
  func `a refusal names the tool to call next`(tool: String, arguments: JSONValue, words: [String]) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "three blind mice\n\nsee how\n")
      try await folder.save("Research/whales.md", "one\n")
      let refused = await folder.call(tool, arguments)
      #expect(refused.isError)
      for word in words { #expect(refused.words.contains(word), "\(word) in \(refused.words)") }
      #expect(folder.text("a.md") == "three blind mice\n\nsee how\n")
    }
  }
}
