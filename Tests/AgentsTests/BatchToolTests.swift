internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct BatchToolTests {
  @Test func `files are moved together, as one change with their history`() async throws {
    try await DoorFolder.use { folder in
      for name in ["a", "b", "c"] { try await folder.save("\(name).md", "text of \(name)\n") }
      let moves: JSONValue = [
        ["source": "a.md", "destination": "F/a.md"], ["source": "b.md", "destination": "F/b2.md"],
      ]
      let moved = await folder.call("move_file", ["moves": moves])
      #expect(!moved.isError && moved.text?.contains("R b.md -> F/b2.md") == true, "\(moved)")
      #expect(folder.text("F/a.md") == "text of a\n" && folder.text("F/b2.md") == "text of b\n")
      #expect(folder.text("a.md") == nil && folder.text("b.md") == nil)
      #expect(try await folder.lastChange("F/a.md")?.commit == folder.lastChange("F/b2.md")?.commit)
      #expect(await folder.call("file_history", ["path": "F/a.md"]).text?.components(separatedBy: "\n").count == 2)
    }
  }

  @Test func `of files that are moved or deleted together all go or none`() async throws {
    try await DoorFolder.use { folder in
      for name in ["a", "b", "c"] { try await folder.save("\(name).md", "text of \(name)\n") }
      let moves: JSONValue = [["source": "a.md", "destination": "F/a.md"], ["source": "b.md", "destination": "c.md"]]
      #expect(await folder.call("move_file", ["moves": moves]).isError)
      _ = await folder.call("read_text_file", ["path": "a.md"])
      try await folder.save("a.md", "the person's\n")
      #expect(await folder.call("delete_file", ["paths": ["b.md", "a.md"]]).isError)
      #expect(await folder.call("delete_file", ["paths": ["b.md", "gone.md"]]).isError)
      #expect(folder.text("a.md") == "the person's\n" && folder.text("b.md") == "text of b\n")
      #expect(folder.text("F/a.md") == nil && folder.text("c.md") == "text of c\n")
    }
  }

  @Test func `moving nearly all files together is a rename, deleting them is refused`() async throws {
    try await DoorFolder.use { folder in
      let names = (1...24).map { "f\($0).md" }
      for name in names { try await folder.save(name, "text of \(name)\n") }
      let deleted = await folder.call("delete_file", ["paths": .array(names.map { .string($0) })])
      #expect(deleted.isError && deleted.words.contains("More than half of the files"), "\(deleted)")
      #expect(names.allSatisfy { folder.text($0) != nil })
      let moves = names.map { name -> JSONValue in
        ["source": .string(name), "destination": .string("F/" + name)]
      }
      let moved = await folder.call("move_file", ["moves": .array(moves)])
      #expect(!moved.isError, "\(moved)")
      for name in names { #expect(folder.text("F/" + name) == "text of \(name)\n" && folder.text(name) == nil) }
      let again = await folder.call("delete_file", ["paths": .array(names.map { .string("F/" + $0) })])
      #expect(again.isError && again.words.contains("More than half of the files"), "\(again)")
    }
  }

  @Test func `files that take each other's place are refused with the reason`() async throws {
    try await DoorFolder.use { folder in
      for name in ["2", "3", "4", "5"] { try await folder.save("bm/\(name).md", "text of \(name)\n") }
      for (moves, reason) in [
        (
          [
            ["source": "bm/2.md", "destination": "bm/3.md"], ["source": "bm/3.md", "destination": "bm/2.md"],
          ], "The destination bm/3.md is itself moved in this call"
        ),
        (
          [["source": "bm/4.md", "destination": "bm/4.md"]],
          "The source and the destination of a move are the same: bm/4.md"
        ), ([["source": "bm/4.md", "destination": "bm/5.md"]], "bm/5.md"),
      ] as [(JSONValue, String)] {
        let moved = await folder.call("move_file", ["moves": moves])
        #expect(moved.isError && moved.words.contains(reason), "\(moved)")
        #expect(!moved.words.contains("token"), "\(moved)")
      }
      #expect(folder.text("bm/2.md") == "text of 2\n" && folder.text("bm/4.md") == "text of 4\n")
    }
  }

  @Test func `files are deleted together, as one change`() async throws {
    try await DoorFolder.use { folder in
      for name in ["a", "b", "c", "d", "e"] { try await folder.save("\(name).md", "text of \(name)\n") }
      _ = await folder.call("read_multiple_files", ["paths": ["a.md", "b.md"]])
      let deleted = await folder.call("delete_file", ["paths": ["a.md", "b.md"]])
      #expect(!deleted.isError, "\(deleted)")
      #expect(folder.text("a.md") == nil && folder.text("b.md") == nil && folder.text("c.md") != nil)
      #expect(try await folder.lastChange("a.md")?.commit == folder.lastChange("b.md")?.commit)
    }
  }

  @Test func `a folder is deleted with all in it where the agent says so, or kept whole`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save(".stet/policy.toml", "[agents]\nprotected = [\"**/secret.md\"]\n")
      for name in ["F/a.md", "F/G/b.md", "H/a.md", "H/secret.md", "c.md", "d.md", "e.md", "f.md"] {
        try await folder.save(name, "text of \(name)\n")
      }
      let plain = await folder.call("delete_file", ["path": "F"])
      #expect(plain.isError && plain.words.contains("recursive"), "\(plain)")
      let kept = await folder.call("delete_file", ["path": "H", "recursive": true])
      #expect(kept.isError && kept.words.contains("H/secret.md is protected by the policy"), "\(kept)")
      #expect(folder.text("H/a.md") != nil && folder.text("H/secret.md") != nil && folder.text("F/a.md") != nil)
      _ = await folder.call("read_multiple_files", ["paths": ["F/a.md", "F/G/b.md"]])
      let deleted = await folder.call("delete_file", ["path": "F", "recursive": true])
      #expect(!deleted.isError && deleted.text?.contains("D F/G/b.md") == true, "\(deleted)")
      #expect(folder.text("F/a.md") == nil && folder.text("F/G/b.md") == nil)
      #expect(try await folder.lastChange("F/a.md")?.commit == folder.lastChange("F/G/b.md")?.commit)
    }
  }

  @Test func `a folder with a file that is not recorded is kept`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save(".gitignore", "*.log\n")
      for name in ["F/a.md", "b.md", "c.md", "d.md"] { try await folder.save(name, "text\n") }
      try await folder.save("F/x.log", "ignored\n")
      let refused = await folder.call("delete_file", ["path": "F", "recursive": true])
      #expect(refused.isError && refused.text?.contains("F/x.log is not recorded") == true, "\(refused)")
      #expect(folder.text("F/a.md") != nil && folder.text("F/x.log") != nil)
    }
  }

  @Test func `an agent takes back one change of its session, and none of another`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("append_file", ["path": "a.md", "content": "two\n"])
      _ = await folder.call("write_file", ["path": "b.md", "content": "x\n"])
      let mine = try #require(try await folder.lastChange("a.md")?.commit.hex)
      let undone = await folder.call("undo_session", ["version": .string(String(mine.prefix(12)))])
      #expect(!undone.isError && folder.text("a.md") == "one\n" && folder.text("b.md") == "x\n", "\(undone)")
      let other = try #require(try await folder.lastChange("b.md")?.commit.hex)
      #expect(await folder.call("undo_session", ["version": .string(other)], run: "r2").isError)
      try await folder.save("c.md", "the person's\n")
      let persons = try #require(try await folder.lastChange("c.md")?.commit.hex)
      #expect(await folder.call("undo_session", ["version": .string(persons)]).isError)
      #expect(folder.text("b.md") == "x\n" && folder.text("c.md") == "the person's\n")
    }
  }
}
