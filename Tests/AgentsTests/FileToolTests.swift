internal import FoundationEssentials
internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

@Suite struct FileToolTests {
  @Test func `an appended text comes behind what stands, in its line ends, and makes a file`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.txt", "\u{FEFF}one\r\n")
      #expect(await folder.call("append_file", ["path": "a.txt", "content": "two\nthree\n"]).isError == false)
      #expect(folder.text("a.txt") == "\u{FEFF}one\r\ntwo\r\nthree\r\n")
      #expect(await folder.call("append_file", ["path": "New/b.md", "content": "1\n"]).isError == false)
      #expect(folder.text("New/b.md") == "1\n")
      let absent: JSONValue = ["path": "a.txt", "content": "x", "token": "absent"]
      #expect(await folder.call("append_file", absent).isError)
    }
  }

  @Test func `nothing is appended to what is no UTF-8 text`() async throws {
    try await DoorFolder.use { folder in
      try Data([0xFF, 0xFE, 0x41, 0x00]).write(to: URL(filePath: folder.root + "/wide.txt"))
      try await folder.save("a.md", "one\n")
      #expect(await folder.call("append_file", ["path": "wide.txt", "content": "x"]).isError)
    }
  }

  @Test func `a file that changed since it was read is not deleted`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\n")
      _ = await folder.call("read_text_file", ["path": "a.md"])
      try await folder.save("a.md", "mine\n")
      let refused = await folder.call("delete_file", ["path": "a.md"])
      #expect(refused.isError && refused.text?.contains("+mine") == true, "\(refused)")
      #expect(folder.text("a.md") == "mine\n")
      let token = try #require(refused.token)
      #expect(await folder.call("delete_file", ["path": "a.md", "token": token]).isError == false)
      #expect(folder.text("a.md") == nil)
    }
  }

  @Test func `an agent does not empty the folder`() async throws {
    try await DoorFolder.use { folder in
      for number in 0..<40 {
        _ = await folder.call("write_file", ["path": "\(number).md".json, "content": "\(number)\n".json])
      }
      var deleted = 0
      for number in 0..<40 {
        if await folder.call("delete_file", ["path": "\(number).md".json]).isError == false { deleted += 1 }
      }
      #expect(deleted == 20)
      #expect(folder.text("39.md") == "39\n")
    }
  }

  @Test func `a copy keeps bytes and mode, and goes over nothing unseen`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("run.sh", "#!/bin/sh\r\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.root + "/run.sh")
      let copied = await folder.call("copy_file", ["source": "run.sh", "destination": "Bin/run.sh"])
      #expect(!copied.isError, "\(copied)")
      #expect(folder.text("Bin/run.sh") == "#!/bin/sh\r\n")
      #expect(FileManager.default.isExecutableFile(atPath: folder.root + "/Bin/run.sh"))
      try await folder.save("b.md", "mine\n")
      #expect(await folder.call("copy_file", ["source": "run.sh", "destination": "b.md"]).isError)
      #expect(await folder.call("copy_file", ["source": "gone.md", "destination": "c.md"]).isError)
      #expect(await folder.call("copy_file", ["source": "Bin", "destination": "Bin2"]).isError)
      #expect(folder.text("b.md") == "mine\n")
    }
  }

  @Test func `files are listed by pattern and depth, page by page, ignored ones only when asked for`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save(".gitignore", "*.log\n")
      for name in ["a.md", "b.txt", "Notes/c.md", "Notes/Deep/d.md", "Notes/e.log"] {
        try await folder.save(name, name)
      }
      func paths(_ arguments: JSONValue) async -> [String] {
        let result = await folder.call("list_files", arguments)
        return (result.structured?["files"]?.elements ?? []).compactMap { $0["path"]?.text }
      }
      #expect(await paths([:]) == [".gitignore", "Notes", "a.md", "b.txt"])
      #expect(await paths(["recursive": true]) == [".gitignore", "Notes/Deep/d.md", "Notes/c.md", "a.md", "b.txt"])
      #expect(await paths(["depth": 2]) == [".gitignore", "Notes/c.md", "a.md", "b.txt"])
      #expect(await paths(["pattern": "**/*.md"]) == ["Notes/Deep/d.md", "Notes/c.md", "a.md"])
      #expect(await paths(["depth": 1]) == [".gitignore", "Notes", "a.md", "b.txt"])
      #expect(await paths(["path": "Notes", "depth": 1]) == ["Notes/Deep", "Notes/c.md"])
      #expect(await paths(["path": "Notes"]) == ["Notes/Deep", "Notes/c.md"])
      let folder1 = await folder.call("list_files", [:]).structured?["files"]?.elements?[1]
      #expect(folder1?["kind"] == "folder" && folder1?["size"] == nil)
      #expect(await paths(["path": "Notes", "ignored": true]).contains("Notes/e.log"))
      let page = await folder.call("list_files", ["limit": 2])
      let cursor = try #require(page.structured?["cursor"])
      #expect(await paths(["limit": 2, "cursor": cursor]) == ["a.md", "b.txt"])
      #expect(await folder.call("list_files", ["path": "gone"]).isError)
      _ = await folder.call("create_directory", ["path": "Empty"])
      #expect(await folder.call("list_files", ["path": "Empty"]).text == "No files found")
    }
  }

  @Test func `a text is found with the lines around it, as it is or as an expression, page by page`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "one\nA whale.\nthree\n")
      try await folder.save("Notes/b.txt", "whale 1\r\nwhale 22\r\n")
      func search(_ arguments: JSONValue) async -> [JSONValue] {
        await folder.call("search_text", arguments).structured?["matches"]?.elements ?? []
      }
      #expect(await search(["text": "WHALE"]).count == 3)
      let missing = await folder.call("search_text", ["path": "Notes"])
      #expect(missing.isError && missing.text?.contains("query") == true)
      #expect(await search(["text": "WHALE", "caseSensitive": true]).isEmpty)
      #expect(await search(["text": "whale \\d{2}", "regex": true]).first?["text"] == "whale 22")
      #expect(await search(["text": "whale", "glob": "*.md"]).count == 1)
      #expect(await search(["text": "whale", "path": "Notes", "glob": "*.txt"]).count == 2)
      #expect(await search(["text": "whale", "path": "a.md"]).count == 1)
      let around = await search(["text": "whale", "path": "a.md", "context": 1])
      #expect(around.first?["before"] == ["one"] && around.first?["after"] == ["three"])
      let page = await folder.call("search_text", ["text": "whale", "limit": 2])
      #expect(page.structured?["matches"]?.elements?.count == 2)
      let cursor = try #require(page.structured?["cursor"])
      #expect(await search(["text": "whale", "limit": 2, "cursor": cursor]).count == 1)
      #expect(await folder.call("search_text", ["text": "(", "regex": true]).isError)
      #expect(await folder.call("search_text", ["text": "nothing like it"]).text == "No matches found")
      #expect(await folder.call("search_text", ["text": "x", "path": "../.."]).isError)
    }
  }

  @Test func `documents are found by words, best first, with title and best line`() async throws {
    try await DoorFolder.use { folder in
      try await folder.save("a.md", "# Krill\nThe blue whale eats it.\n")
      try await folder.save("Notes/b.md", "---\nstatus: draft\n---\n# Whales\ntext\n")
      _ = await folder.call("write_file", ["path": "c.md", "content": "A WHALE by an agent\n"])
      func search(_ arguments: JSONValue) async -> [String] {
        let matches = await folder.call("search_text", arguments).structured?["matches"]?.elements ?? []
        return matches.compactMap { $0["path"]?.text }
      }
      #expect(await search(["query": "whales OR whale"]).first == "Notes/b.md")
      #expect(await search(["query": "whale*"]).count == 3)
      #expect(await search(["query": "whale* -krill", "path": "."]).sorted() == ["Notes/b.md", "c.md"])
      #expect(await search(["query": "whale*", "path": "Notes"]) == ["Notes/b.md"])
      #expect(await search(["query": "whale*", "glob": "Notes/*.md"]) == ["Notes/b.md"])
      #expect(await search(["query": "whale*", "by": "agent", "since": "1h"]) == ["c.md"])
      #expect(await search(["query": "whale*", "field": "status=draft"]) == ["Notes/b.md"])
      let found = await folder.call("search_text", ["query": "\"blue whale\""])
      #expect(found.text == "a.md:2:The blue whale eats it. (Krill)")
      let page = await folder.call("search_text", ["query": "whale*", "limit": 2])
      let cursor = try #require(page.structured?["cursor"])
      #expect(await search(["query": "whale*", "limit": 2, "cursor": cursor]).count == 1)
      #expect(await search(["query": "WHALE", "caseSensitive": true]) == ["c.md"])
      let fault = await folder.call("search_text", ["query": "whale OR"])
      #expect(fault.isError && fault.text?.contains("character 7") == true)
      let none = await folder.call("search_text", ["query": "krill", "path": "Notes", "field": "status=draft"])
      #expect(none.text == "No matches found with path Notes, field status=draft")
      let foreign = await folder.call("search_text", ["query": "whale AND krill"])
      #expect(
        foreign.structured?["notes"]?.elements?.first == "AND is searched as a word; OR and -word are the operators.")
    }
  }
}
