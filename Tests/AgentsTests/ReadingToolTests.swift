internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct ReadingToolTests {
  @Test func `a text is read whole or in part, with its token`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("Notes/a.md", "1\n2\n3\n4\n")
      let whole = await folder.call("read_text_file", ["path": "Notes/a.md"])
      #expect(whole.text == "1\n2\n3\n4\n")
      #expect(whole.structured?["content"] == "1\n2\n3\n4\n")
      let token = try #require(whole.token?.text)
      #expect(token.count == 40)
      #expect(whole.content.last == .text("[Stet: version token \(token); pass it as token when you write this file.]"))
      for (more, text) in [
        (["head": 2], "1\n2"), (["tail": 1], "4"), (["first_line": 2, "last_line": 3], "2\n3"),
        (["first_line": 4], "4"),
      ] as [(JSONValue, String)] {
        let part = await folder.call(
          "read_file", .object([JSONMember(name: "path", value: "Notes/a.md")] + (more.members ?? [])))
        #expect(part.text == text)
        #expect(part.token?.text == token)
      }
    }
  }

  @Test(
    arguments: [
      ["path": "a.md", "head": 1, "tail": 1], ["path": "a.md", "head": 0], ["path": "a.md", "head": "1"],
      ["path": "a.md", "head": 1, "first_line": 1], ["path": "gone.md"], ["path": "../a.md"], [:], ["path": 7],
      ["path": "Folder"], ["path": "bytes"], ["path": ".git/config"],
    ] as [JSONValue])
  func `what cannot be read is an error that says why`(arguments: JSONValue) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n")
      try await folder.save("Folder/b.md", "1\n")
      try await folder.save("bytes", "a\u{0}b")
      let result = await folder.call("read_text_file", arguments)
      #expect(result.isError)
      #expect(result.text?.isEmpty == false)
    }
  }

  @Test func `several files are read at once, and what fails stops nothing`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "A\n")
      try await folder.save("b.md", "B\n")
      let result = await folder.call("read_multiple_files", ["paths": ["a.md", "gone.md", "b.md"]])
      let parts = result.text?.components(separatedBy: "\n---\n")
      #expect(parts?.first == "a.md:\nA\n\n")
      #expect(parts?[1].hasPrefix("gone.md: Error - There is no file") == true)
      #expect(parts?.last == "b.md:\nB\n\n")
      #expect(result.structured?["tokens"]?["b.md"]?.text?.count == 40)
      #expect(await folder.call("read_multiple_files", ["paths": []]).isError)
    }
  }

  @Test func `a picture comes as a picture, any other file as a resource`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a b.png", "\u{0}PNG")
      try await folder.save("a.bin", "text")
      #expect(
        await folder.call("read_media_file", ["path": "a b.png"]).content.first
          == .image(data: "AFBORw==", type: "image/png"))
      guard
        case .blob(let data, let type, let address) = await folder.call("read_media_file", ["path": "a.bin"]).content
          .first
      else {
        Issue.record("no resource")
        return
      }
      #expect((data, type) == ("dGV4dA==", "application/octet-stream"))
      #expect(address == "file://\(folder.root)/a.bin")
    }
  }

  @Test func `folders are listed in few words`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("b.md", String(repeating: "x", count: 2_048))
      try await folder.save("A/deep/c.md", "1\n")
      #expect(
        await folder.call("create_directory", ["path": "Empty/in"]).text == "Successfully created directory Empty/in")
      #expect(await folder.call("list_directory", ["path": "."]).text == "[DIR] A\n[DIR] Empty\n[FILE] b.md")
      let sizes = await folder.call("list_directory_with_sizes", ["path": folder.root.json, "sortBy": "size"]).text
      #expect(sizes?.hasPrefix("[FILE] b.md 2.00 KB\n[DIR] A") == true)
      #expect(sizes?.hasSuffix("\n\nTotal: 1 files, 2 directories\nCombined size: 2.00 KB") == true)
      #expect(
        await folder.call("directory_tree", ["path": ".", "excludePatterns": ["deep", "*.md"]]).text
          == "A/\nEmpty/\n in/")
      #expect(await folder.call("directory_tree", ["path": "."]).text == "A/\n deep/\n  c.md\nEmpty/\n in/\nb.md")
      #expect(await folder.call("directory_tree", ["path": "Empty/in"]).text == "Nothing is there")
      #expect(
        await folder.call("search_files", ["path": ".", "pattern": "**/*.md"]).text
          == "A/deep/c.md\nb.md")
      #expect(
        await folder.call("search_files", ["path": "A", "pattern": "**", "excludePatterns": ["deep"]]).text
          == "No matches found")
      #expect(await folder.call("list_directory", ["path": "b.md"]).isError)
      #expect(await folder.call("list_directory", ["path": "gone"]).isError)
      #expect(await folder.call("list_allowed_directories", [:]).text == "Allowed directories:\n\(folder.root)")
    }
  }

  @Test func `what is known of a file names who made it`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "1\n")
      _ = await folder.call("edit_file", ["path": "a.md", "edits": [["oldText": "1", "newText": "22"]]])
      let info = await folder.call("get_file_info", ["path": "a.md"])
      let lines = info.text?.components(separatedBy: "\n") ?? []
      for line in [
        "size: 3", "isDirectory: false", "isFile: true", "permissions: 644", "createdBy: Person", "modifiedBy: robot",
      ] { #expect(lines.contains(line), "\(line) in \(lines)") }
      #expect(info.token?.text?.count == 40)
    }
  }
}

extension String {
  /// The text as JSON.
  var json: JSONValue { .string(self) }

  /// The parts between a text.
  func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  @Test(arguments: ["read_file", "read_text_file", "read_media_file"])
  func `a read tells who made the file and who changed it last`(tool: String) async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      _ = await folder.call("edit_file", ["path": "a.md", "edits": [["oldText": "one", "newText": "two"]]])
      let read = await folder.call(tool, ["path": "a.md"])
      let provenance = read.structured?["provenance"]
      #expect(provenance?["created_by"]?["kind"] == "user" && provenance?["last_modified_by"]?["kind"] == "agent")
      #expect(provenance?["last_modified_by"]?["name"] == "robot")
      #expect(
        read.content.contains { block in
          if case .text(let text) = block { text.hasPrefix("[Stet: last changed by agent robot, ") } else { false }
        })
      let many = await folder.call("read_multiple_files", ["paths": ["a.md"]])
      #expect(many.structured?["provenance"]?["a.md"] == provenance)
    }
  }
}
