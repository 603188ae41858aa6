internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// A session that changes a part of a file knows no more of it than it read.
@Suite struct UnseenChangeTests {
  private static let old = (1...9).map { "\($0)\n" }.joined()
  private static let saved = old.replacing("5\n", with: "the person's\n")

  /// Calls that change the first or last line of a file, whatever is there, with the path at which it is then.
  private static let changes: [(tool: String, arguments: JSONValue, path: String)] = [
    ("edit_file", ["path": "a.md", "edits": [["oldText": "1\n", "newText": "one\n"]]], "a.md"),
    (
      "edit_file",
      [
        "path": "a.md",
        "edits": [["oldText": "1\n", "newText": "one\n"], ["oldText": "9\n", "newText": "nine\n"]],
      ], "a.md"
    ),
    ("append_file", ["path": "a.md", "content": "10\n"], "a.md"),
    (
      "apply_patch",
      ["patch": .string("--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n")], "a.md"
    ),
    ("write_file", ["path": "a.md", "content": .string(old.replacing("1\n", with: "one\n"))], "a.md"),
    ("write_file", ["path": "a.md", "content": .string(old)], "a.md"),
    ("move_file", ["source": "a.md", "destination": "b.md"], "b.md"),
  ]

  @Test(arguments: changes.indices, [true, false])
  func `a session does not overwrite what it never saw after a change elsewhere`(
    change: Int, passesToken: Bool
  ) async throws {
    let (tool, arguments, path) = Self.changes[change]
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.old)
      _ = await folder.call("read_text_file", ["path": "a.md"])
      try await folder.save("a.md", Self.saved)
      let changed = await folder.call(tool, arguments)
      #expect(!changed.isError, "\(changed)")
      #expect(folder.text(path)?.contains("the person's\n") == true)
      var whole: [JSONMember] = [
        JSONMember(name: "path", value: path.json),
        JSONMember(name: "content", value: .string(Self.old.replacing("9\n", with: "the agent's\n"))),
      ]
      if passesToken, let token = changed.token { whole.append(JSONMember(name: "token", value: token)) }
      _ = await folder.call("write_file", .object(whole))
      #expect(folder.text(path)?.contains("the person's\n") == true, "\(folder.text(path) ?? "")")
      // An agent that read the present text may replace it.
      _ = await folder.call("read_text_file", ["path": path.json])
      let replaced = await folder.call("write_file", ["path": path.json, "content": "all new\n"])
      #expect(!replaced.isError, "\(replaced)")
    }
  }

  @Test(arguments: changes.indices, [1, 3])
  func `a session that read a file writes it whole after changes of its own`(change: Int, reads: Int) async throws {
    let (tool, arguments, path) = Self.changes[change]
    try await DoorFolder.use { folder in
      for number in 1..<reads {
        try await folder.save("a.md", "draft \(number)\n")
        _ = await folder.call("read_text_file", ["path": "a.md"])
      }
      // Several versions that were read are several bases: one that is written is the only one.
      try await folder.save("a.md", Self.old)
      let token = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      var members = arguments.members ?? []
      if tool == "write_file" { members.append(JSONMember(name: "token", value: token)) }
      let changed = await folder.call(tool, .object(members))
      #expect(!changed.isError, "\(changed)")
      for text in ["all new\n", "newer\n"] {
        let replaced = await folder.call("write_file", ["path": path.json, "content": text.json])
        #expect(!replaced.isError, "\(replaced)")
        #expect(folder.text(path) == text)
        _ = await folder.call("append_file", ["path": path.json, "content": "end\n"])
      }
    }
  }

  @Test func `a session that made a file by an append writes it whole`() async throws {
    try await DoorFolder.use { folder in
      _ = await folder.call("append_file", ["path": "log.md", "content": "one\n"])
      _ = await folder.call("append_file", ["path": "log.md", "content": "two\n"])
      let result = await folder.call("write_file", ["path": "log.md", "content": "all\n"])
      #expect(!result.isError, "\(result)")
      #expect(folder.text("log.md") == "all\n")
    }
  }
}
