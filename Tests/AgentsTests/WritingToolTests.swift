internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct WritingToolTests {
  @Test func `a write is the agent's, with its session, model and tool`() async throws {
    try await DoorFolder.use { folder in
      let result = await folder.call(
        "write_file", ["path": "New/a.md", "content": "one\n", "session": "s9", "model": "M-1"])
      #expect(result.text == "Successfully wrote to New/a.md")
      #expect(folder.text("New/a.md") == "one\n")
      let change = try #require(try await folder.lastChange("New/a.md"))
      #expect(change.author.kind == "agent")
      #expect(change.author.name == "robot")
      #expect(change.author.session == "s9")
      #expect(change.model == "M-1")
      #expect(change.tool == "write_file")
    }
  }

  @Test(arguments: [ProtocolVersion.v2025_11_25, .v2026_07_28])
  func `a file that was not read is not overwritten, and the refusal says what stands there`(
    version: ProtocolVersion
  ) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "mine\n")
      let refused = await folder.call("write_file", ["path": "a.md", "content": "robot\n"], version: version)
      #expect(refused.isError)
      #expect(folder.text("a.md") == "mine\n")
      #expect(refused.content.contains(.text("The present text:\nmine\n")))
      let token = try #require(refused.token?.text)
      let taken = await folder.call(
        "write_file", ["path": "a.md", "content": "robot\n", "token": token.json], version: version)
      #expect(!taken.isError, "\(taken)")
      #expect(folder.text("a.md") == "robot\n")
    }
  }

  @Test func `the one version that a session read stands for the token`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n2\n3\n4\n5\n")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      try await folder.save("a.md", "1\n2\n3\n4\nmine\n")
      let result = await folder.call("write_file", ["path": "a.md", "content": "robot\n2\n3\n4\n5\n"])
      #expect(!result.isError, "\(result)")
      #expect(folder.text("a.md") == "robot\n2\n3\n4\nmine\n")
      // Done, merged, the token, and what the person changed.
      #expect(result.content.count == 4)
    }
  }

  @Test func `two versions read stand for nothing`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      try await folder.save("a.md", "two\n")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      #expect(await folder.call("write_file", ["path": "a.md", "content": "three\n"]).isError)
      #expect(folder.text("a.md") == "two\n")
    }
  }

  @Test func `a stateless reader without a session has read nothing, one with a session has`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("read_text_file", ["path": "a.md"], version: .v2026_07_28)
      let write: JSONValue = ["path": "a.md", "content": "two\n"]
      #expect(await folder.call("write_file", write, version: .v2026_07_28).isError)
      _ = await folder.call("read_text_file", ["path": "a.md", "session": "s"], version: .v2026_07_28)
      let named: JSONValue = ["path": "a.md", "content": "two\n", "session": "s"]
      #expect(await folder.call("write_file", named, version: .v2026_07_28, run: "r2").isError == false)
      #expect(folder.text("a.md") == "two\n")
    }
  }

  @Test func `a version that a stateless writer without a session wrote stands for no token`() async throws {
    try await DoorFolder.use { folder in
      let write: JSONValue = ["path": "a.md", "content": "one\n"]
      #expect(await folder.call("write_file", write, version: .v2026_07_28).isError == false)
      let other: JSONValue = ["path": "a.md", "content": "two\n"]
      #expect(await folder.call("write_file", other, version: .v2026_07_28).isError)
      #expect(folder.text("a.md") == "one\n")
    }
  }

  @Test func `a stateless writer replaces what it changed in part, with the token of its reading`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\ntwo\n")
      let append: JSONValue = ["path": "a.md", "content": "three\n"]
      #expect(await folder.call("append_file", append, version: .v2026_07_28).isError == false)
      let read = await folder.call("read_text_file", ["path": "a.md"], version: .v2026_07_28)
      let token = try #require(read.token?.text)
      let write: JSONValue = ["path": "a.md", "content": "new\n", "token": token.json]
      let written = await folder.call("write_file", write, version: .v2026_07_28)
      #expect(!written.isError, "\(written)")
      #expect(folder.text("a.md") == "new\n")
    }
  }

  @Test func `one session's reading says nothing of another's`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("read_text_file", ["path": "a.md"], run: "r1")
      #expect(await folder.call("write_file", ["path": "a.md", "content": "two\n"], run: "r2").isError)
    }
  }

  @Test func `a stale write of the same lines is refused with what changed`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let token = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      try await folder.save("a.md", "mine\n")
      let result = await folder.call("write_file", ["path": "a.md", "content": "robot\n", "token": token])
      #expect(result.isError)
      #expect(result.text?.contains("+mine") == true)
      #expect(result.token != token)
      #expect(folder.text("a.md") == "mine\n")
    }
  }

  @Test(arguments: ["absent", "xyz", "0000", "ZZZZ5678901234567890123456789012345678901"])
  func `a token that is none, or says absent where a file stands, changes nothing`(token: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      #expect(await folder.call("write_file", ["path": "a.md", "content": "x", "token": token.json]).isError)
      #expect(folder.text("a.md") == "one\n")
    }
  }

  @Test func `line ends and byte order mark stay`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.txt", "\u{FEFF}one\r\ntwo\r\n")
      _ = await folder.call("read_text_file", ["path": "a.txt"])
      #expect(await folder.call("write_file", ["path": "a.txt", "content": "1\n2\n3\n"]).isError == false)
      #expect(folder.text("a.txt") == "\u{FEFF}1\r\n2\r\n3\r\n")
      let edit: JSONValue = ["path": "a.txt", "edits": [["oldText": "1\n2\n", "newText": "x\ny\n"]]]
      #expect(await folder.call("edit_file", edit).isError == false)
      #expect(folder.text("a.txt") == "\u{FEFF}x\r\ny\r\n3\r\n")
    }
  }

  @Test func `edits are shown as a difference, all made or none`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\ntwo\nthree\n")
      let edits: JSONValue = [["oldText": "one", "newText": "1"], ["oldText": "three", "newText": "3"]]
      let dry = await folder.call("edit_file", ["path": "a.md", "edits": edits, "dryRun": true])
      #expect(dry.text?.contains("-one\n+1\n two\n-three\n+3\n") == true)
      #expect(folder.text("a.md") == "one\ntwo\nthree\n")
      let made = await folder.call("edit_file", ["path": "a.md", "edits": edits])
      #expect(made.text == dry.text)
      #expect(folder.text("a.md") == "1\ntwo\n3\n")
      let half: JSONValue = [["oldText": "two", "newText": "2"], ["oldText": "gone", "newText": ""]]
      #expect(await folder.call("edit_file", ["path": "a.md", "edits": half]).isError)
      #expect(folder.text("a.md") == "1\ntwo\n3\n")
    }
  }

  @Test func `an edit with an older token is made on that version and merged`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\ntwo\nthree\nfour\n")
      let token = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      try await folder.save("a.md", "one\ntwo\nthree\nmine\n")
      let edit: JSONValue = ["path": "a.md", "edits": [["oldText": "one", "newText": "1"]], "token": token]
      #expect(await folder.call("edit_file", edit).isError == false)
      #expect(folder.text("a.md") == "1\ntwo\nthree\nmine\n")
      let overlapping: JSONValue = ["path": "a.md", "edits": [["oldText": "four", "newText": "4"]], "token": token]
      #expect(await folder.call("edit_file", overlapping).isError)
      #expect(folder.text("a.md") == "1\ntwo\nthree\nmine\n")
    }
  }

  @Test func `edits of different lines at once are all kept, or refused and not made`() async throws {
    try await DoorFolder.use { folder in
      let lines = (0..<24).map { "line \($0) end\n" }
      try await folder.save("a.md", lines.joined())
      let done = await withTaskGroup(of: (Int, Bool).self) { group in
        for number in lines.indices {
          group.addTask {
            let edit: JSONValue = [["oldText": "line \(number) end".json, "newText": "LINE \(number) END".json]]
            let result = await folder.call("edit_file", ["path": "a.md", "edits": edit], run: "r\(number)")
            return (number, !result.isError)
          }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      let text = folder.text("a.md") ?? ""
      for number in lines.indices {
        #expect(text.contains("LINE \(number) END\n") == done[number], "line \(number)")
      }
      #expect(done.values.filter { $0 }.count == lines.count)
    }
  }

  @Test func `a file is moved, and never over another`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      try await folder.save("b.md", "two\n")
      #expect(await folder.call("move_file", ["source": "a.md", "destination": "b.md"]).isError)
      #expect(folder.text("b.md") == "two\n")
      let moved = await folder.call("move_file", ["source": "a.md", "destination": "New/c.md"])
      #expect(moved.text == "Successfully moved a.md to New/c.md")
      #expect(folder.text("New/c.md") == "one\n")
      #expect(folder.text("a.md") == nil)
    }
  }

  @Test(arguments: [
    "../out.md", "/etc/x", ".git/hooks/post-commit", ".GIT/config", "a/../../x", "git~1/config", "~/x", "", ".",
    "x\u{0}y", ".g\u{200C}it/x",
  ])
  func `no tool writes outside the folder or into its repository`(path: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      for (tool, arguments) in [
        ("write_file", ["path": path.json, "content": "x"]),
        ("edit_file", ["path": path.json, "edits": [["oldText": "o", "newText": "x"]]]),
        ("move_file", ["source": "a.md", "destination": path.json]),
        ("move_file", ["source": path.json, "destination": "c.md"]), ("read_text_file", ["path": path.json]),
        ("read_media_file", ["path": path.json]),
      ] as [(String, JSONValue)] {
        #expect(await folder.call(tool, arguments).isError, "\(tool)")
      }
      #expect(folder.text("a.md") == "one\n")
    }
  }
}
