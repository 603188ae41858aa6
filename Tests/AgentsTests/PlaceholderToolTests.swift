internal import FoundationEssentials
internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// The text of a placeholder comes out of no tool as a file's content; the content does.
@Suite struct PlaceholderToolTests {
  private static let pointer = "git-lfs.github.com"
  private static let word = "xylophoneword"

  /// A folder with a large file that gave way to its placeholder.
  private func evicted(keepsObject: Bool, _ body: (DoorFolder) async throws -> Void) async throws {
    try await DoorFolder.use(joined: true) { folder in
      try await folder.save(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
      try await folder.save("open.md", "open\n")
      try await folder.save("Films/film.bin", "first\n\(Self.word)\n")
      try await folder.link("link.md", to: "Films/film.bin")
      #expect(try await folder.evict("Films/film.bin") == ["done"])
      #expect(folder.text("Films/film.bin")?.contains(Self.pointer) == true)
      if !keepsObject { try FileManager.default.removeItem(atPath: folder.remote + "/lfs") }
      try await body(folder)
    }
  }

  private func everything(_ result: ToolResult) -> String {
    let texts = result.content.map { block in
      switch block {
      case .text(let text): text
      case .image(let data, _), .audio(let data, _), .blob(let data, _, _):
        Data(base64Encoded: data).map { String(decoding: $0, as: UTF8.self) } ?? data
      }
    }
    return (texts + [result.structured.map { String(decoding: $0.line, as: UTF8.self) } ?? ""]).joined(separator: "\n")
  }

  /// A call of the table of protected files, about the large one.
  private static func about(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text):
      .string(
        text.split(separator: "Private/plan.md", omittingEmptySubsequences: false).joined(separator: "Films/film.bin"))
    case .array(let values): .array(values.map(about))
    case .object(let members): .object(members.map { JSONMember(name: $0.name, value: about($0.value)) })
    default: value
    }
  }

  @Test func `a pointer's text comes out of no tool`() async throws {
    try await evicted(keepsObject: false) { folder in
      // Those that change files come last, and only those that read are of interest here.
      let reading = [
        "read_file", "read_text_file", "read_media_file", "read_multiple_files", "edit_file", "append_file",
        "search_text", "diff_versions", "blame", "list_files", "get_file_info", "workspace_context", "file_history",
      ]
      for tool in reading {
        for arguments in (ProtectedFileTests.calls[tool] ?? []).map(Self.about) {
          let said = everything(await folder.call(tool, arguments))
          #expect(!said.contains(Self.pointer) && !said.contains("oid sha256"), "\(tool) \(arguments): \(said)")
        }
      }
      for path in ["Films/film.bin", "link.md"] {
        let refused = await folder.call("read_text_file", ["path": .string(path)])
        #expect(refused.isError && refused.text?.contains("large file") == true)
      }
      #expect(folder.text("Films/film.bin")?.contains(Self.pointer) == true)
    }
  }

  @Test func `whoever reads a placeholder is given the content`() async throws {
    try await evicted(keepsObject: true) { folder in
      let read = await folder.call("read_text_file", ["path": "Films/film.bin"])
      #expect(read.text?.contains(Self.word) == true)
      #expect(folder.text("Films/film.bin") == "first\n\(Self.word)\n")
    }
    try await evicted(keepsObject: true) { folder in
      let edit: JSONValue = ["path": "Films/film.bin", "edits": [["oldText": "first", "newText": "two"]]]
      let edited = await folder.call("edit_file", edit)
      #expect(!edited.isError, "\(everything(edited))")
      #expect(folder.text("Films/film.bin") == "two\n\(Self.word)\n")
    }
  }

  @Test(arguments: [true, false])
  func `a download ends with the content here, or with the reason`(keepsObject: Bool) async throws {
    try await evicted(keepsObject: keepsObject) { folder in
      let answer = await folder.call("download_file", ["path": "Films"])
      let file = try #require(answer.structured?["files"]?.elements?.first)
      #expect(file["path"] == "Films/film.bin" && (file["state"] == "current") == keepsObject, "\(answer)")
      #expect((file["problem"] == nil) == keepsObject)
      #expect((folder.text("Films/film.bin") == "first\n\(Self.word)\n") == keepsObject)
    }
  }
}
