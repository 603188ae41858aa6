internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct ChangeNewsTests {
  @Test func `a result tells what others changed since the session's last call, once, and nothing of its own`()
    async throws
  {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\ntwo\n")
      #expect(await folder.call("read_text_file", ["path": "a.md"]).changed == nil)
      try await folder.save("a.md", "one\ntwo\nthree\n")
      try await folder.save("Notes/b.md", "1\n")
      _ = await folder.call("write_file", ["path": "c.md", "content": "robot's\n"], run: "r2")
      _ = await folder.call("write_file", ["path": "own.md", "content": "x\n"])
      let told = await folder.call("list_directory", ["path": "."])
      #expect(told.changed == nil, "the write told it")
      try await folder.save("a.md", "one\nthree\n")
      let next = await folder.call("read_text_file", ["path": "own.md"])
      #expect(next.changed == ["a.md by Person"])
      guard case .text(let words)? = next.content.last else {
        Issue.record("nothing was told")
        return
      }
      #expect(words.contains("a.md by Person (+0 -1 lines)"), "\(words)")
      #expect(await folder.call("read_text_file", ["path": "own.md"]).changed == nil)
    }
  }

  @Test func `a session is told by whichever door it calls at next`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let named: JSONValue = ["path": "a.md", "session": "s"]
      _ = await folder.call("read_text_file", named, version: .v2026_07_28, run: "r1")
      try await folder.save("b.md", "two\n")
      _ = await folder.call("write_file", ["path": "c.md", "content": "3\n", "session": "other"], run: "r3")
      let told = await folder.call("read_text_file", named, version: .v2026_07_28, run: "r2")
      #expect(told.changed == ["b.md by Person", "c.md by robot"])
      #expect(
        await folder.call("read_text_file", ["path": "a.md"], version: .v2026_07_28).changed == nil,
        "a call that names no session had none before")
    }
  }

  @Test(arguments: ["read_text_file", "write_file", "list_directory"])
  func `what a call would have told that was given up, the next one tells`(tool: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      try await folder.save("b.md", "two\n")
      let givenUp = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        let path: JSONValue = tool == "list_directory" ? "." : "a.md"
        return await folder.call(tool, ["path": path, "content": "1\n"])
      }
      _ = await givenUp.value
      #expect(await folder.call("read_text_file", ["path": "a.md"]).changed == ["b.md by Person"])
      #expect(await folder.call("read_text_file", ["path": "a.md"]).changed == nil)
    }
  }

  @Test func `an agent whose words a save took out is told that the person decides`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\ntwo\nthree\n")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      _ = await folder.call("write_file", ["path": "a.md", "content": "one\n2\nthree\n"])
      try await folder.save("a.md", "one\ntwo\nthree\n")
      let told = await folder.call("list_directory", ["path": "."])
      guard case .text(let words)? = told.content.last else {
        Issue.record("nothing was told")
        return
      }
      #expect(words.contains("a.md by Person") && words.contains("do not write it again"), "\(words)")
    }
  }

  @Test func `a refusal tells it too`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let token = try #require(await folder.call("read_text_file", ["path": "a.md"]).token)
      try await folder.save("a.md", "mine\n")
      let refused = await folder.call("write_file", ["path": "a.md", "content": "robot\n", "token": token])
      #expect(refused.isError && refused.changed == ["a.md by Person"])
    }
  }

  @Test func `many changes are named up to a number, and all of them when asked for`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let first = await folder.call("changes_since", ["since": "HEAD"])
      let version = try #require(first.structured?["version"])
      #expect(first.text == "Nothing was changed by others")
      for number in 10..<40 {
        _ = await folder.call("write_file", ["path": "\(number).md".json, "content": "x\n"], run: "r2")
      }
      let told = await folder.call("read_text_file", ["path": "a.md"])
      #expect(told.changed?.count == 20)
      guard case .text(let words)? = told.content.last else {
        Issue.record("nothing was told")
        return
      }
      #expect(words.contains("and 10 more files"), "\(words)")
      let all = await folder.call("changes_since", ["since": version])
      #expect(all.structured?["changed"]?.elements?.count == 30)
      #expect(all.structured?["more"] == 0)
      #expect(await folder.call("changes_since", ["since": "no such version"]).isError)
      #expect(await folder.call("changes_since", [:], version: .v2026_07_28).isError)
    }
  }
}

extension ToolResult {
  /// The others' changes in the result.
  fileprivate var changed: [String]? {
    structured?["changed"]?.elements?.compactMap { change in
      guard let path = change["path"]?.text, let who = change["by"]?.elements?.first?.text else { return nil }
      return "\(path) by \(who)"
    }
  }
}
