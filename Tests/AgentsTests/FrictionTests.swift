internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct FrictionTests {
  @Test(arguments: [
    ("'stet list' shows what is recorded.", "list_directory shows what is recorded."),
    ("'stet log a.md' shows when it was there.", "file_history shows when it was there."),
    ("Append to it: append_file, or 'stet append'. A write", "Append to it: append_file. A write"),
    ("Ask the person to run 'stet questions'.", "Ask the person to run 'stet questions'."),
    ("See 'stet status' and 'stet questions'.", "See workspace_context and list_questions."),
    ("'stet log --operations' and 'stet log' list them", "file_history lists them"),
    (
      "Ask the person, who can; it comes back with 'stet undo --session'.",
      "Ask the person, who can; it comes back with undo_session."
    ),
    ("If not, 'stet stop' and `stet start`.", "If not, the person's 'stet stop' and `stet start`."),
    ("it's 'stet", "it's 'stet"),
  ])
  func `an agent without a command line is told of tools`(text: String, told: String) {
    #expect(ToolWords.text(text) == told)
  }

  @Test func `an edit whose text is not there is answered with the nearest text and the token`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "# Whales\n\nThe blue whale is 30 metres long.\nIt eats krill.\n")
      let edit: JSONValue = [
        "path": "a.md", "edits": [["oldText": "The blue whale is 20 meters long.\nIt eats", "newText": "x"]],
      ]
      let missed = await folder.call("edit_file", edit)
      #expect(missed.isError && missed.token != nil)
      #expect(
        missed.text?.hasSuffix("begins at line 3:\nThe blue whale is 30 metres long.\nIt eats krill.") == true,
        "\(missed.text ?? "")")
      let other: JSONValue = ["path": "a.md", "edits": [["oldText": "qqqq zzzz", "newText": "x"]]]
      #expect(await folder.call("edit_file", other).text?.contains("nearest") == false)
    }
  }

  @Test(
    arguments: [
      (["path": "a.md", "head": 2], "lines 1 to 2 of 4"), (["path": "a.md", "tail": 1], "lines 4 to 4 of 4"),
      (["path": "a.md", "first_line": 2, "last_line": 3], "lines 2 to 3 of 4"),
    ] as [(JSONValue, String)])
  func `a part says which lines it has, and of how many`(arguments: JSONValue, words: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n2\n3\n4\n")
      let part = await folder.call("read_text_file", arguments)
      #expect(part.notes == "[Stet: \(words)]" && part.content.contains(.text("[Stet: \(words)]")))
      #expect(await folder.call("read_text_file", ["path": "a.md"]).notes.isEmpty)
      let beyond = await folder.call("read_text_file", ["path": "a.md", "first_line": 5])
      #expect(beyond.isError && beyond.text?.contains("has 4 lines") == true)
    }
  }

  @Test func `an agent is told of the lines that were put at the head of its text`() async throws {
    try await DoorFolder.use { folder in
      // A policy that is saved while the folder is opened may wait.
      var notes = ""
      for number in 0..<50 where notes.isEmpty {
        try await folder.save(".stet/policy.toml", "# \(number)\n[provenance]\nstamp = [\"Research/*.md\"]\n")
        notes = await folder.call("write_file", ["path": "Research/\(number).md".json, "content": "one\n"]).notes
      }
      #expect(notes.contains("7 lines of provenance"), "\(notes)")
      _ = await folder.call("write_file", ["path": "Research/a.md", "content": "one\n"])
      let edit: JSONValue = ["path": "Research/a.md", "edits": [["oldText": "one", "newText": "two"]]]
      #expect(await folder.call("edit_file", edit).notes.isEmpty)
      #expect(await folder.call("write_file", ["path": "b.md", "content": "one\n"]).notes.isEmpty)
    }
  }

  @Test func `what an agent must know is in the structured content too`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n\n\n\n\ntwo\n")
      let token = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      try await folder.save("a.md", "one\n\n\n\n\ntwo, the person's\n")
      let write: JSONValue = ["path": "a.md", "content": "one, the agent's\n\n\n\n\ntwo\n", "token": token]
      #expect(await folder.call("write_file", write).notes.contains("merged in"))
      #expect(await folder.call("write_file", write).notes.contains("you made this very call"))
      let key = "gh" + "p_" + "R4nd0mL3tt3rsAndD1g1tsForATest0123ab"
      let held = await folder.call("write_file", ["path": "b.md", "content": .string(key + "\n")])
      #expect(held.notes.contains("recorded on this machine only"), "\(held)")
      let stale: JSONValue = ["path": "a.md", "content": "x\n", "token": token]
      #expect(await folder.call("write_file", stale).structured?["current"]?.text?.contains("the person's") == true)
    }
  }

  @Test func `versions under a file's earlier name are compared and brought back`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("h1.md", "one\n")
      _ = await folder.call("edit_file", ["path": "h1.md", "edits": [["oldText": "one", "newText": "two"]]])
      #expect(await folder.call("move_file", ["source": "h1.md", "destination": "h2.md"]).isError == false)
      let history = await folder.call("file_history", ["path": "h2.md"])
      let versions = history.structured?["versions"]?.elements ?? []
      #expect(versions.count == 3, "\(history)")
      let first = try #require(versions.last?["version"])
      let diff = await folder.call("diff_versions", ["path": "h2.md", "from": first])
      #expect(!diff.isError && diff.text?.contains("-one\n+two") == true, "\(diff)")
      _ = await folder.call("read_text_file", ["path": "h2.md"])
      let back = await folder.call("restore_version", ["path": "h2.md", "version": first])
      #expect(!back.isError && folder.text("h2.md") == "one\n", "\(back)")
    }
  }
}
