internal import FoundationEssentials
internal import MCP
internal import TestSupport
internal import Testing
internal import Values

@testable internal import Agents

/// Every tool that needs a content, on a file of which only the placeholder is here.
@Suite struct PlaceholderTableTests {
  /// The fate of the object.
  enum Elsewhere: String, CaseIterable {
    case comes, nowhere, unreachable
  }

  private static let word = "xylophoneword"

  /// Calls that need the content of the file that stands for `FILE`, and what their answer has where it comes.
  private static let needy: [(tool: String, arguments: JSONValue, has: String)] = [
    ("read_file", ["path": "FILE"], word), ("read_text_file", ["path": "FILE"], word),
    ("read_text_file", ["path": "FILE", "first_line": 2, "last_line": 2], word),
    ("read_text_file", ["path": "FILE", "tail": 1], "last"),
    ("read_multiple_files", ["paths": ["FILE", "n.md"]], word),
    ("read_media_file", ["path": "FILE"], "Zmlyc3QK"),
    ("edit_file", ["path": "FILE", "edits": [["oldText": "first", "newText": "two"]]], "+two"),
    ("edit_file", ["path": "FILE", "edits": [["oldText": "first", "newText": "two"]], "dryRun": true], "+two"),
    ("append_file", ["path": "FILE", "content": "end\n"], "Successfully"),
    ("apply_patch", ["patch": "--- a/FILE\n+++ b/FILE\n@@ -1 +1 @@\n-first\n+two\n"], "M FILE"),
    ("diff_versions", ["path": "FILE"], "+\(word)"),
  ]

  /// Calls that are done without it.
  private static let content: [(tool: String, arguments: JSONValue, made: String?)] = [
    ("copy_file", ["source": "FILE", "destination": "copy.bin"], "copy.bin"),
    ("copy_file", ["source": "FILE", "destination": "copy.txt"], "copy.txt"),
    ("move_file", ["source": "FILE", "destination": "moved.bin"], "moved.bin"),
    (
      "apply_patch",
      ["patch": "diff --git a/FILE b/named.bin\nsimilarity index 100%\nrename from FILE\nrename to named.bin\n"],
      "named.bin"
    ), ("restore_version", ["path": "FILE", "version": "@"], "FILE"), ("get_file_info", ["path": "FILE"], "FILE"),
    ("file_history", ["path": "FILE"], "FILE"), ("delete_file", ["path": "FILE"], nil),
  ]

  /// Calls that are refused, whatever became of the object.
  private static let refused: [(tool: String, arguments: JSONValue)] = [
    ("blame", ["path": "FILE"]), ("search_text", ["text": "oid", "path": "FILE"]),
    ("write_file", ["path": "FILE", "content": "mine\n"]),
  ]

  private func evicted(_ elsewhere: Elsewhere, _ body: (DoorFolder) async throws -> Void) async throws {
    let count = max(Self.needy.count, Self.content.count, Self.refused.count)
    try await DoorFolder.use(joined: true) { folder in
      try await folder.save(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
      try await folder.save("n.md", "note\n")
      for number in 0..<count { try await folder.save(Self.file(number), Self.text(number)) }
      // One that was just looked at may still be open.
      try await until { try await folder.evict("Films") == Array(repeating: "done", count: count) }
      switch elsewhere {
      case .comes: break
      case .nowhere: try FileManager.default.removeItem(atPath: folder.remote + "/lfs")
      case .unreachable: try FileManager.default.moveItem(atPath: folder.remote, toPath: folder.remote + ".away")
      }
      try await body(folder)
    }
  }

  private static func file(_ number: Int) -> String { "Films/film\(number).bin" }

  private static func text(_ number: Int) -> String { "first\n\(word)\n\(number)\nlast\n" }

  private static func about(_ value: JSONValue, _ file: String) -> JSONValue {
    switch value {
    case .string(let text): .string(text.replacing("FILE", with: file))
    case .array(let values): .array(values.map { about($0, file) })
    case .object(let members): .object(members.map { JSONMember(name: $0.name, value: about($0.value, file)) })
    default: value
    }
  }

  private static func said(_ result: ToolResult) -> String {
    let blocks = result.content.map { "\($0)" }
    return (blocks + [result.structured.map { String(decoding: $0.line, as: UTF8.self) } ?? ""]).joined()
  }

  private static func isPointer(_ text: String?) -> Bool { text?.hasPrefix("version https://git-lfs") == true }

  @Test(arguments: Elsewhere.allCases)
  func `a tool that needs the content has it, or says that it is not here`(elsewhere: Elsewhere) async throws {
    try await evicted(elsewhere) { folder in
      for (number, call) in Self.needy.enumerated() {
        let file = Self.file(number)
        let result = await folder.call(call.tool, Self.about(call.arguments, file))
        let said = Self.said(result)
        #expect(!said.contains("oid sha256"), "\(call.tool): \(said)")
        guard elsewhere != .comes else {
          #expect(!result.isError && said.contains(call.has.replacing("FILE", with: file)), "\(call.tool): \(said)")
          #expect(folder.text(file)?.contains(Self.word) == true, "\(call.tool)")
          continue
        }
        // Of several files the others are given.
        #expect(result.isError == (call.tool != "read_multiple_files"), "\(call.tool): \(said)")
        #expect(said.contains("large file") && said.contains("not on this machine"), "\(call.tool): \(said)")
        #expect(Self.isPointer(folder.text(file)), "\(call.tool)")
      }
    }
  }

  @Test(arguments: Elsewhere.allCases)
  func `a copy or another name of a placeholder is one, and needs no content`(elsewhere: Elsewhere) async throws {
    try await evicted(elsewhere) { folder in
      for (number, call) in Self.content.enumerated() {
        let file = Self.file(number)
        let pointer = folder.text(file)
        let result = await folder.call(call.tool, Self.about(call.arguments, file))
        #expect(!result.isError && !Self.said(result).contains("oid sha256"), "\(call.tool): \(Self.said(result))")
        guard let made = call.made?.replacing("FILE", with: file) else {
          #expect(folder.text(file) == nil)
          continue
        }
        #expect(Self.isPointer(pointer) && folder.text(made) == pointer, "\(call.tool) \(made)")
        guard elsewhere == .comes else { continue }
        let read = await folder.call("read_text_file", ["path": .string(made)])
        #expect(read.text == Self.text(number), "\(call.tool): \(Self.said(read))")
      }
    }
  }

  @Test func `what is refused says nothing of the pointer`() async throws {
    try await evicted(.comes) { folder in
      for (number, call) in Self.refused.enumerated() {
        let file = Self.file(number)
        let result = await folder.call(call.tool, Self.about(call.arguments, file))
        let said = Self.said(result)
        #expect(result.isError && !said.contains("oid") && !said.contains("git-lfs"), "\(call.tool): \(said)")
        #expect(Self.isPointer(folder.text(file)))
      }
    }
  }

  @Test func `a resource is given as its content, or not at all`() async throws {
    try await evicted(.comes) { folder in
      let file = "file://\(folder.root)/\(Self.file(0))"
      guard case .content(let content) = await folder.resource(.read(uri: file)) else {
        Issue.record("no content")
        return
      }
      #expect(content.body == Self.text(0))
    }
    try await evicted(.nowhere) { folder in
      guard case .failed(let why) = await folder.resource(.read(uri: "file://\(folder.root)/\(Self.file(0))")) else {
        Issue.record("something was given")
        return
      }
      #expect(why.contains("large file") && !why.contains("oid"))
    }
  }

  @Test func `who does not wait is told that the download has begun, and finds it done later`() async throws {
    try await evicted(.comes) { folder in
      let file = Self.file(0)
      for tool in ["read_text_file", "read_media_file", "diff_versions"] {
        let first = await folder.call(tool, ["path": .string(file), "wait": 0])
        if first.isError { #expect(Self.said(first).contains("its download is under way"), "\(Self.said(first))") }
      }
      let later = await folder.call("read_text_file", ["path": .string(file), "wait": 20])
      #expect(later.text?.contains(Self.word) == true)
      let fault = await folder.call("read_text_file", ["path": .string(file), "wait": -1])
      #expect(fault.isError && fault.text?.contains("\"wait\"") == true)
    }
  }
}
