internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct HistoryToolTests {
  @Test func `history, difference and blame say who, and a version comes back by its id or its token`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\ntwo\n")
      let first = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      _ = await folder.call("edit_file", ["path": "a.md", "edits": [["oldText": "two", "newText": "2"]]])
      let history = await folder.call("file_history", ["path": "a.md"])
      let versions = try #require(history.structured?["versions"]?.elements)
      #expect(versions.compactMap { $0["by"]?.text } == ["robot", "Person"])
      #expect(versions.first?["tool"] == "edit_file")
      #expect(await folder.call("diff_versions", ["path": "a.md"]).text?.contains("-two\n+2\n") == true)
      #expect(
        await folder.call("diff_versions", ["path": "a.md", "from": first, "to": first]).text?.contains("two") == false)
      let lines = try #require(await folder.call("blame", ["path": "a.md"]).structured?["lines"]?.elements)
      #expect(lines.compactMap { $0["by"]?.text } == ["Person", "robot"])
      #expect(
        await folder.call("blame", ["path": "a.md", "first_line": 2, "last_line": 9]).structured?["lines"]?.elements?
          .count == 1)
      let restored = await folder.call("restore_version", ["path": "a.md", "version": first])
      #expect(!restored.isError && restored.token == first, "\(restored)")
      #expect(folder.text("a.md") == "one\ntwo\n")
      let second = try #require(versions.first?["version"])
      _ = await folder.call("restore_version", ["path": "a.md", "version": second])
      #expect(folder.text("a.md") == "one\n2\n")
    }
  }

  @Test func `what others wrote since it was read is not restored away`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let first = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      try await folder.save("a.md", "mine\n")
      let blind: JSONValue = ["path": "a.md", "version": first]
      #expect(await folder.call("restore_version", blind, run: "r2").isError)
      #expect(folder.text("a.md") == "mine\n")
    }
  }

  @Test func `a deleted file comes back`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let token = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      #expect(await folder.call("delete_file", ["path": "a.md"]).isError == false)
      #expect(folder.text("a.md") == nil)
      #expect(await folder.call("file_history", ["path": "a.md"]).structured?["versions"]?.elements?.count == 2)
      let restored = await folder.call("restore_version", ["path": "a.md", "version": token])
      #expect(!restored.isError, "\(restored)")
      #expect(folder.text("a.md") == "one\n")
    }
  }

  @Test(arguments: ["gone.md", ".git/config", "../x"])
  func `nothing is told of what is not recorded`(path: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      for tool in ["file_history", "diff_versions", "blame", "delete_file"] {
        #expect(await folder.call(tool, ["path": path.json]).isError, "\(tool)")
      }
      #expect(await folder.call("restore_version", ["path": path.json, "version": "HEAD"]).isError)
    }
  }

  @Test func `a token is of its own path only`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("secret.md", "hidden\n")
      try await folder.save("a.md", "one\n")
      let token = try #require(await folder.call("read_text_file", ["path": "secret.md"]).token)
      #expect(await folder.call("diff_versions", ["path": "a.md", "from": token]).isError)
      #expect(await folder.call("restore_version", ["path": "a.md", "version": token]).isError)
      #expect(folder.text("a.md") == "one\n")
    }
  }

  @Test func `the context tells names, changes with their authors, and that nothing is open`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("Notes/a.md", "one\n")
      _ = await folder.call("write_file", ["path": "b.md", "content": "two\n"])
      let context = await folder.call("workspace_context", [:])
      #expect(context.structured?["names"] == ["Notes/", "b.md"])
      #expect(context.structured?["recent"]?.elements?.compactMap { $0["by"]?.text } == ["robot", "Person"])
      #expect(context.structured?["questions"] == 0)
      #expect(context.text?.contains("robot (agent): Create b.md") == true, "\(context)")
      #expect(await folder.call("list_questions", [:]).text == "Nothing is open")
    }
  }

  @Test func `the context gives the texts that are to be read first, and none that is kept from agents`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save(".stet/policy.toml", "[agents]\nprotected = [\"profile.md\"]\n")
      try await folder.save("AGENTS.md", "Ask before you delete.\n")
      try await folder.save("context.md", String(repeating: "We read Melville. ", count: 2_000))
      try await folder.save("profile.md", "I am Ada.\n")
      let context = await folder.call("workspace_context", [:])
      let documents = context.structured?["documents"]?.elements ?? []
      #expect(documents.compactMap { $0["path"]?.text } == ["AGENTS.md", "context.md"])
      #expect(documents.first?["content"] == "Ask before you delete.\n")
      #expect(documents.first?["token"]?.text?.count == 40)
      #expect(context.text?.contains("Ask before you delete.") == true)
      #expect(context.text?.contains("read_text_file gives all of context.md") == true)
      #expect(context.text?.contains("Ada") == false)
    }
  }
}

extension HistoryToolTests {
  @Test func `an agent takes back its own session, and nobody else's words`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n\ntwo\n\nthree\n")
      _ = await folder.call("edit_file", ["path": "a.md", "edits": [["oldText": "one", "newText": "1"]]])
      _ = await folder.call("write_file", ["path": "b.md", "content": "b\n"])
      _ = await folder.call("edit_file", ["path": "a.md", "edits": [["oldText": "three", "newText": "3"]]], run: "r2")
      try await folder.save("a.md", "1\n\nmine\n\n3\n")
      let undone = await folder.call("undo_session", [:])
      let paths = undone.structured?["paths"]?.elements?.compactMap { $0.text }.sorted()
      #expect(!undone.isError && paths == ["a.md", "b.md"], "\(undone)")
      #expect(folder.text("a.md") == "one\n\nmine\n\n3\n" && folder.text("b.md") == nil)
      // The same call takes back later writes.
      _ = await folder.call("write_file", ["path": "c.md", "content": "c\n"])
      #expect(await folder.call("undo_session", [:]).structured?["paths"]?.elements?.contains("c.md") == true)
      #expect(folder.text("c.md") == nil)
      #expect(await folder.call("undo_session", [:], run: "r3").isError)
      #expect(await folder.call("undo_session", [:], version: .v2026_07_28).isError)
    }
  }

  @Test func `the log gives the changes of all files with who made them`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("write_file", ["path": "b.md", "content": "b\n"])
      let changes = try #require(await folder.call("log", [:]).structured?["changes"]?.elements)
      #expect(changes.compactMap { $0["subject"]?.text } == ["Create b.md", "Create a.md"])
      #expect(changes.compactMap { $0["by"]?.text } == ["robot", "Person"])
      #expect(changes.first?["paths"] == ["b.md"])
      let mine = await folder.call("log", ["kind": "user", "limit": 1])
      #expect(mine.structured?["changes"]?.elements?.compactMap { $0["subject"]?.text } == ["Create a.md"])
      #expect(await folder.call("log", ["kind": "nobody"]).isError)
    }
  }

  @Test func `the log is limited by agent, session, time and path`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("Notes/a.md", "one\n")
      try await folder.save("c.md", "three\n")
      _ = await folder.call("write_file", ["path": "b.md", "content": "two\n", "session": "draft-1"])
      func subjects(_ arguments: JSONValue) async -> [String] {
        let result = await folder.call("log", arguments)
        return result.structured?["changes"]?.elements?.compactMap { $0["subject"]?.text } ?? ["\(result)"]
      }
      for (arguments, expected) in [
        (["agent": "ROBO"], ["Create b.md"]), (["by_session": "draft-1"], ["Create b.md"]),
        (["by_session": "draft-1", "agent": "codex"], []), (["path": "Notes"], ["Create Notes/a.md"]),
        (["path": "Notes/a.md", "since": "today"], ["Create Notes/a.md"]), (["path": "Notes", "agent": "robot"], []),
        (["until": "yesterday"], []), (["since": "1h", "kind": "user"], ["Create c.md", "Create Notes/a.md"]),
        (["path": ".", "since": "2 hours ago", "limit": 1], ["Create b.md"]), (["path": "gone.md", "since": "1h"], []),
        // A caller's own session limits nothing.
        (["session": "draft-2", "agent": "robot"], ["Create b.md"]),
      ] as [(JSONValue, [String])] {
        #expect(await subjects(arguments) == expected, "\(arguments)")
      }
      #expect(await folder.call("log", ["until": "yesterday"]).text == "No changes")
      for (arguments, words) in [
        (["by_session": "darft-1"], "There is no session 'darft-1'. Did you mean 'draft-1'?"),
        (["path": "gone.md"], "gone.md was never recorded."), (["since": "soon"], "'soon' is no time"),
        (["agent": "robot", "kind": "agent"], "leave \"kind\" out"), (["agent": ""], "must not be empty"),
        (["in": "Notes"], "Do you mean \"path\"?"),
      ] as [(JSONValue, String)] {
        let refused = await folder.call("log", arguments)
        #expect(refused.isError && refused.text?.contains(words) == true, "\(refused)")
      }
    }
  }

  @Test func `what is known of a file says who made it, for programs too`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("edit_file", ["path": "a.md", "edits": [["oldText": "one", "newText": "two"]]])
      try await folder.save("context.md", "known\n")
      let documents = await folder.call("workspace_context", [:]).structured?["documents"]?.elements
      #expect(documents?.first?["provenance"]?["last_modified_by"]?["name"] == "Person", "\(documents ?? [])")
      let provenance = await folder.call("get_file_info", ["path": "a.md"]).structured?["provenance"]
      #expect(provenance?["created_by"]?["kind"] == "user" && provenance?["last_modified_by"]?["name"] == "robot")
    }
  }
}
