internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// The text of a result is complete by itself: most clients show their model nothing else.
@Suite struct CompleteTextTests {
  @Test(arguments: ["read_text_file", "read_media_file", "get_file_info", "write_file", "append_file", "edit_file"])
  func `the text of each result about a file has its token`(tool: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      var arguments: [JSONMember] = [JSONMember(name: "path", value: "a.md")]
      if tool == "write_file" {
        _ = await folder.call("read_text_file", ["path": "a.md"])
        arguments.append(JSONMember(name: "content", value: "two\n"))
      }
      if tool == "append_file" { arguments.append(JSONMember(name: "content", value: "two\n")) }
      if tool == "edit_file" {
        arguments.append(JSONMember(name: "edits", value: [["oldText": "one", "newText": "two"]]))
      }
      let result = await folder.call(tool, .object(arguments))
      let token = try #require(result.token?.text, "\(result)")
      #expect(result.words.contains(token))
    }
  }

  @Test func `the ids in the text of a history name versions`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("edit_file", ["path": "a.md", "edits": [["oldText": "one", "newText": "two"]]])
      let lines = try #require(await folder.call("file_history", ["path": "a.md"]).text).components(separatedBy: "\n")
      let first = String(try #require(lines.last?.prefix { $0 != " " }))
      let shown = await folder.call("diff_versions", ["path": "a.md", "from": .string(first)])
      #expect(shown.text?.contains("-one\n+two") == true, "\(shown)")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      let restored = await folder.call("restore_version", ["path": "a.md", "version": .string(first)])
      #expect(!restored.isError && folder.text("a.md") == "one\n", "\(restored)")
    }
  }

  @Test func `the version in the text of changes_since is where to go on from`() async throws {
    try await DoorFolder.use { folder in
      _ = await folder.call("list_directory", ["path": "."])
      try await folder.save("a.md", "one\n")
      let first = await folder.call("changes_since", [:])
      let line = try #require(first.words.components(separatedBy: "\n").last { $0.hasPrefix("[Stet: version ") })
      let version = line.dropFirst("[Stet: version ".count).prefix { $0 != ";" }
      try await folder.save("b.md", "one\n")
      let second = await folder.call("changes_since", ["since": .string(String(version))])
      #expect(second.text?.hasPrefix("b.md by ") == true && second.text?.contains("a.md") == false, "\(second)")
    }
  }

  @Test func `the text of the log names the files of a change`() async throws {
    try await DoorFolder.use { folder in
      let patch = "--- /dev/null\n+++ b/F/a.md\n@@ -0,0 +1 @@\n+a\n--- /dev/null\n+++ b/F/b.md\n@@ -0,0 +1 @@\n+b\n"
      #expect(await folder.call("apply_patch", ["patch": .string(patch)]).isError == false)
      #expect(await folder.call("log", ["limit": 1]).text?.contains("(F/a.md, F/b.md)") == true)
    }
  }
}

extension ToolResult {
  /// All texts.
  var words: String {
    content.compactMap { block in if case .text(let text) = block { text } else { nil } }.joined(separator: "\n")
  }
}
