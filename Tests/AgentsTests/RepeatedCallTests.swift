internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct RepeatedCallTests {
  @Test func `the same append again is answered and not done`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let append: JSONValue = ["path": "a.md", "content": "two\n"]
      let first = await folder.call("append_file", append)
      let again = await folder.call("append_file", append)
      #expect(folder.text("a.md") == "one\ntwo\n")
      #expect(again.text == first.text && again.token == first.token && !again.isError)
      guard case .text(let words)? = again.content.last else { return }
      #expect(words.contains("you made this very call"), "\(words)")
    }
  }

  @Test func `equal calls with ids of their own are both done, each once, also after a restart and further work`()
    async throws
  {
    let append: JSONValue = ["path": "a.md", "content": "two\n"]
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      for (id, firstTried) in [("1.1", nil), ("1.2", nil), ("1.1", 0)] as [(String, Int64?)] {
        _ = await folder.call("append_file", append, identity: CallIdentity(id: id, firstTried: firstTried))
      }
      #expect(folder.text("a.md") == "one\ntwo\ntwo\n")
      // The session went on with the file.
      _ = await folder.call("append_file", ["path": "a.md", "content": "three\n"], identity: CallIdentity(id: "1.3"))
    } afterRestart: { folder in
      for id in ["1.1", "1.3"] {
        let again = await folder.call("append_file", append, identity: CallIdentity(id: id, firstTried: 0))
        #expect(!again.isError)
      }
      #expect(folder.text("a.md") == "one\ntwo\ntwo\nthree\n")
      _ = await folder.call("append_file", append, identity: CallIdentity(id: "1.4", firstTried: 0))
      #expect(folder.text("a.md") == "one\ntwo\ntwo\nthree\ntwo\n")
    }
  }

  @Test func `the same edit again is no failure`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let edit: JSONValue = ["path": "a.md", "edits": [["oldText": "one", "newText": "1"]]]
      let first = await folder.call("edit_file", edit)
      #expect(await folder.call("edit_file", edit).text == first.text)
      #expect(folder.text("a.md") == "1\n")
    }
  }

  @Test func `it is done anew by another session, after the session went on with the file, and where it had failed`()
    async throws
  {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let append: JSONValue = ["path": "a.md", "content": "two\n"]
      _ = await folder.call("append_file", append, run: "r1")
      _ = await folder.call("append_file", append, run: "r2")
      #expect(folder.text("a.md") == "one\ntwo\ntwo\n")
      _ = await folder.call("read_text_file", ["path": "a.md"], run: "r1")
      _ = await folder.call("append_file", append, run: "r1")
      #expect(folder.text("a.md") == "one\ntwo\ntwo\ntwo\n")
      let create: JSONValue = ["path": "New.md", "content": "x\n", "token": "absent"]
      try await folder.save("New.md", "mine\n")
      #expect(await folder.call("write_file", create).isError)
      _ = await folder.call("delete_file", ["path": "New.md"])
      #expect(await folder.call("write_file", create).isError == false)
    }
  }

  @Test func `there and back again is three changes`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "A\n")
      let there: JSONValue = ["path": "a.md", "edits": [["oldText": "A", "newText": "B"]]]
      let back: JSONValue = ["path": "a.md", "edits": [["oldText": "B", "newText": "A"]]]
      for edit in [there, back, there] { #expect(await folder.call("edit_file", edit).isError == false) }
      #expect(folder.text("a.md") == "B\n")
    }
  }

  @Test func `calls without a session are each done`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let append: JSONValue = ["path": "a.md", "content": "two\n"]
      for _ in 0..<2 { _ = await folder.call("append_file", append, version: .v2026_07_28) }
      #expect(folder.text("a.md") == "one\ntwo\ntwo\n")
    }
  }

  @Test func `what was done before the daemon was started anew is not done again`() async throws {
    let calls: [(tool: String, arguments: JSONValue)] = [
      ("append_file", ["path": "a.md", "content": "two\n"]), ("append_file", ["path": "New.md", "content": "x\n"]),
      ("edit_file", ["path": "b.md", "edits": [["oldText": "1", "newText": "11"]]]),
      ("move_file", ["source": "c.md", "destination": "d.md"]), ("delete_file", ["path": "e.md"]),
      (
        "apply_patch",
        ["patch": "--- a/f.md\n+++ b/f.md\n@@ -1 +1,2 @@\n f\n+f\n--- /dev/null\n+++ b/g.md\n@@ -0,0 +1 @@\n+g\n"]
      ),
    ]
    try await DoorFolder.use { folder in
      for (path, text) in [("a", "one"), ("b", "1"), ("c", "c"), ("e", "e"), ("f", "f"), ("h", "h")] {
        try await folder.save(path + ".md", text + "\n")
      }
      _ = await folder.call("read_text_file", ["path": "e.md"])
      for call in calls {
        let result = await folder.call(call.tool, call.arguments)
        #expect(!result.isError, "\(call.tool): \(result)")
      }
      // The session goes on with a file: what it does to it afterwards it means.
      for text in ["i\n", "j\n"] { _ = await folder.call("append_file", ["path": "h.md", "content": text.json]) }
    } afterRestart: { folder in
      for call in calls {
        let again = await folder.call(call.tool, call.arguments)
        #expect(!again.isError, "\(call.tool): \(again)")
        guard case .text(let words)? = again.content.last else { continue }
        #expect(words.contains("you made this very call"), "\(call.tool): \(words)")
      }
      #expect(folder.text("a.md") == "one\ntwo\n" && folder.text("New.md") == "x\n" && folder.text("b.md") == "11\n")
      #expect(folder.text("d.md") == "c\n" && folder.text("f.md") == "f\nf\n" && folder.text("e.md") == nil)
      _ = await folder.call("append_file", ["path": "h.md", "content": "i\n"])
      #expect(folder.text("h.md") == "h\ni\nj\ni\n")
      _ = await folder.call(calls[0].tool, calls[0].arguments, run: "r2")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      _ = await folder.call(calls[0].tool, calls[0].arguments)
      #expect(folder.text("a.md") == "one\ntwo\ntwo\ntwo\n")
    }
  }

  @Test func `of many equal calls at once one is done`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      let append: JSONValue = ["path": "a.md", "content": "two\n"]
      let results = await withTaskGroup(of: ToolResult.self) { group in
        for _ in 0..<20 { group.addTask { await folder.call("append_file", append) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results.allSatisfy { !$0.isError })
      #expect(Set(results.map(\.token)).count == 1)
      #expect(folder.text("a.md") == "one\ntwo\n")
    }
  }
}
