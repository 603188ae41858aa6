internal import FoundationEssentials
internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// An agent replaces or deletes no text that its session did not read.
@Suite struct BlindWriteTests {
  private static let text = "# Title\n\n" + (1...60).map { "line \($0)\n" }.joined() + "\n## Next\n\nlast\n"

  private static let sources: [(tool: String, arguments: JSONValue)] = [
    ("get_file_info", ["path": "a.md"]), ("diff_versions", ["path": "a.md"]),
    ("edit_file", ["path": "a.md", "edits": [["oldText": "no such text", "newText": "x"]]]),
    ("edit_file", ["path": "a.md", "edits": [["oldText": "line 7\n", "newText": "line 7\n"]], "dryRun": true]),
  ]

  @Test(arguments: sources)
  func `a token of a tool that shows no text replaces and deletes nothing`(
    source: (tool: String, arguments: JSONValue)
  ) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.text)
      try await folder.save("a.md", Self.text + "more\n")
      let token = try #require(await folder.call(source.tool, source.arguments).token)
      for (tool, arguments) in [
        ("write_file", ["path": "a.md", "content": "mine\n", "token": token]),
        ("delete_file", ["path": "a.md", "token": token]),
      ] as [(String, JSONValue)] {
        let refused = await folder.call(tool, arguments)
        #expect(refused.isError && refused.words.contains(#"read_text_file with {"path":"a.md"}"#), "\(refused.words)")
      }
      #expect(folder.text("a.md") == Self.text + "more\n")
      let edit: JSONValue = [
        "path": "a.md", "edits": [["oldText": "line 7\n", "newText": "seven\n"]], "token": token,
      ]
      #expect(await folder.call("edit_file", edit).isError == false)
    }
  }

  private static let latin1 = Data([0x63, 0x61, 0x66, 0xE9, 0x0A])

  private static let failedReads: [(tool: String, arguments: JSONValue, content: Data)] = [
    ("read_text_file", ["path": "a.txt"], latin1), ("read_file", ["path": "a.txt"], latin1),
    ("read_multiple_files", ["paths": ["a.txt"]], latin1),
    // Its letters fit into a result, and its bytes do not.
    ("read_media_file", ["path": "a.txt"], Data(String(repeating: "é", count: 18_000).utf8)),
    // Its first lines fit into a result.
    ("read_media_file", ["path": "a.txt"], Data(String(repeating: "line\n", count: 8_000).utf8)),
  ]

  @Test(arguments: failedReads)
  func `a file that a read could not show is not replaced`(
    read: (tool: String, arguments: JSONValue, content: Data)
  ) async throws {
    try await DoorFolder.use { folder in
      let file = folder.root + "/a.txt"
      try read.content.write(to: URL(filePath: file))
      try await folder.save("b.md", "other\n")
      _ = await folder.call(read.tool, read.arguments)
      let write: JSONValue = ["path": "a.txt", "content": "mine\n"]
      let refused = await folder.call("write_file", write)
      #expect(refused.isError, "\(refused.words)")
      #expect(FileManager.default.contents(atPath: file) == read.content)
      #expect(await folder.call("read_media_file", ["path": "a.txt", "budget": 60_000]).isError == false)
      #expect(await folder.call("write_file", write).isError == false)
    }
  }

  @Test(
    arguments: [
      ["path": "a.md"], ["paths": ["a.md", "b.md"]], ["path": "Sub", "recursive": true],
    ] as [JSONValue])
  func `a text of which nothing was read is not deleted`(arguments: JSONValue) async throws {
    try await DoorFolder.use { folder in
      for name in ["a.md", "b.md", "Sub/c.md"] { try await folder.save(name, Self.text) }
      let refused = await folder.call("delete_file", arguments)
      #expect(refused.isError && refused.words.contains("Next: call read_"), "\(refused.words)")
      for name in ["a.md", "b.md", "Sub/c.md"] {
        #expect(folder.text(name) == Self.text)
        #expect(await folder.call("read_text_file", ["path": .string(name)]).isError == false)
      }
      #expect(await folder.call("delete_file", arguments).isError == false)
    }
  }

  @Test func `a patch that only says that a file is deleted does not delete an unread one`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.text)
      let patch: JSONValue = [
        "patch": "diff --git a/a.md b/a.md\ndeleted file mode 100644\n--- a/a.md\n+++ /dev/null\n"
      ]
      #expect(await folder.call("apply_patch", patch).isError)
      #expect(folder.text("a.md") == Self.text)
    }
  }

  @Test func `a section is replaced only after it was read`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.text)
      let edit: JSONValue = ["path": "a.md", "edits": [["heading": "# Title", "newText": "mine"]]]
      let refused = await folder.call("edit_file", edit)
      #expect(refused.isError && refused.words.contains("lines 3 to 66"), "\(refused.words)")
      _ = await folder.call("read_text_file", ["path": "a.md", "head": 20])
      #expect(await folder.call("edit_file", edit).isError)
      #expect(folder.text("a.md") == Self.text)
      let next: JSONValue = ["path": "a.md", "edits": [["heading": "## Next", "newText": "end"]]]
      _ = await folder.call("read_text_file", ["path": "a.md", "tail": 4])
      // The section itself was read, and a change elsewhere does not matter.
      try await folder.save("a.md", "new\n" + Self.text)
      let done = await folder.call("edit_file", next)
      #expect(!done.isError && folder.text("a.md")?.hasSuffix("## Next\n\nend\n") == true, "\(done.words)")
    }
  }

  private static let heads: [(head: String, key: String, value: String)] = [
    ("---\nstatus: draft\ntags:\n  - one\n  - two\n---\n", "tags", "[mine]"),
    ("---\nstatus: draft\nabout: |\n  one\n  two\n---\n", "about", "mine"),
    ("---\nstatus: draft\ntags: [one, two]\n---\n", "tags", "[mine]"),
    ("+++\nstatus = \"draft\"\ntags = [\"one\"]\n+++\n", "tags", "[\"mine\"]"),
  ]

  @Test(arguments: heads)
  func `a list and a text of several lines are replaced by their key only after they were read`(
    matter: (head: String, key: String, value: String)
  ) async throws {
    try await DoorFolder.use { folder in
      let text = matter.head + Self.text
      try await folder.save("a.md", text)
      let edit: JSONValue = [
        "path": "a.md", "edits": [["key": .string(matter.key), "newText": .string(matter.value)]],
      ]
      _ = await folder.call("read_text_file", ["path": "a.md", "head": 2])
      let refused = await folder.call("edit_file", edit)
      #expect(refused.isError && refused.words.contains("read_text_file with"), "\(refused.words)")
      #expect(folder.text("a.md") == text)
      // A text in one line needs no read.
      let status: JSONValue = ["path": "a.md", "edits": [["key": "status", "newText": "done"]]]
      #expect(await folder.call("edit_file", status).isError == false)
      _ = await folder.call("read_text_file", ["path": "a.md", "head": 6])
      let done = await folder.call("edit_file", edit)
      #expect(!done.isError && folder.text("a.md")?.contains("mine") == true, "\(done.words)")
    }
  }

  @Test func `a token of a part replaces nothing after the daemon was started anew`() async throws {
    let token = SharedToken()
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.text)
      token.value = await folder.call("read_text_file", ["path": "a.md", "head": 1]).token
    } afterRestart: { folder in
      let given = try #require(token.value)
      let write: JSONValue = ["path": "a.md", "content": "mine\n", "token": given]
      #expect(await folder.call("write_file", write).isError)
      #expect(folder.text("a.md") == Self.text)
      _ = await folder.call("read_text_file", ["path": "a.md"])
      #expect(await folder.call("write_file", write).isError == false)
    }
  }

  @Test func `a file that the session moved or copied was not read thereby`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", Self.text)
      try await folder.save("b.md", Self.text)
      let moved = await folder.call("move_file", ["moves": [["source": "a.md", "destination": "c.md"]]])
      #expect(!moved.isError)
      _ = await folder.call("move_file", ["source": "b.md", "destination": "d.md"])
      for name in ["c.md", "d.md"] {
        let token = try #require(await folder.call("get_file_info", ["path": .string(name)]).token)
        let write: JSONValue = ["path": .string(name), "content": "mine\n", "token": token]
        #expect(await folder.call("write_file", write).isError)
        #expect(folder.text(name) == Self.text)
      }
    }
  }

  @Test(arguments: [false, true])
  func `a version that the session restored was not read thereby`(isDeleted: Bool) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "old\n")
      try await folder.save("a.md", "new\n")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      let versions = await folder.call("file_history", ["path": "a.md"]).structured?["versions"]?.elements
      let oldest = try #require(versions?.last?["version"])
      if isDeleted { #expect(await folder.call("delete_file", ["path": "a.md"]).isError == false) }
      let restored = await folder.call("restore_version", ["path": "a.md", "version": oldest])
      #expect(!restored.isError && folder.text("a.md") == "old\n", "\(restored.words)")
      let token = try #require(restored.token)
      for write in [
        ["path": "a.md", "content": "mine\n", "token": token], ["path": "a.md", "content": "mine\n"],
      ] as [JSONValue] {
        let refused = await folder.call("write_file", write)
        #expect(refused.isError, "\(refused.words)")
      }
      #expect(folder.text("a.md") == "old\n")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      #expect(await folder.call("write_file", ["path": "a.md", "content": "mine\n"]).isError == false)
    }
  }

  @Test func `an unread part of an append-only file is no reason to edit it`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save(".stet/policy.toml", "[agents]\nappend_only = [\"log.md\"]\n")
      try await folder.save("log.md", Self.text)
      let token = try #require(await folder.call("read_text_file", ["path": "log.md", "head": 1]).token)
      let refused = await folder.call("write_file", ["path": "log.md", "content": "mine\n", "token": token])
      #expect(refused.isError && refused.words.contains("append_file") && !refused.words.contains("edit_file"))
    }
  }
}

/// A token that a restart separates from its use.
private final class SharedToken: @unchecked Sendable { var value: JSONValue? }
