internal import FoundationEssentials
internal import MCP
internal import Testing
internal import Values

@testable internal import Agents

/// No tool returns a file that the policy protects from agents, whatever it is asked for.
@Suite struct ProtectedFileTests {
  /// Occurs in protected files only.
  private static let word = "xylophoneword"
  private static let secret = "Private/plan.md"

  /// Calls that try to get at the protected file, by tool; each tool must have some.
  static let calls: [String: [JSONValue]] = [
    "read_file": reads, "read_text_file": reads, "read_media_file": reads,
    "read_multiple_files": [["paths": ["open.md", "Private/plan.md", "private/PLAN.md", "link.md"]]],
    "write_file": [["path": "Private/plan.md", "content": "x\n"], ["path": "Private/new.md", "content": "x\n"]],
    "edit_file": [
      ["path": "Private/plan.md", "edits": [["oldText": "one", "newText": "two"]]],
      ["path": "Private/plan.md", "edits": [["oldText": "one", "newText": "two"]], "dryRun": true],
    ],
    "create_directory": [["path": "Private/new"]],
    "list_directory": [["path": "Private"], ["path": "."]],
    "list_directory_with_sizes": [["path": "Private"], ["path": "."]], "directory_tree": [["path": "."]],
    "move_file": [
      ["source": "Private/plan.md", "destination": "out.md"], ["source": "Private", "destination": "Public"],
      ["source": "open.md", "destination": "Private/plan.md"], ["source": "open.md", "destination": "Private/new.md"],
    ], "search_files": [["path": ".", "pattern": "**/plan.md"]],
    "get_file_info": [["path": "Private/plan.md"], ["path": "Private"]], "list_allowed_directories": [[:]],
    "append_file": [["path": "Private/plan.md", "content": "x\n"]],
    "delete_file": [["path": "Private/plan.md"], ["path": "Private"]],
    "copy_file": [
      ["source": "Private/plan.md", "destination": "out.md"], ["source": "link.md", "destination": "out.md"],
      ["source": "open.md", "destination": "Private/new.md"], ["source": "open.md", "destination": "Private/plan.md"],
    ], "list_files": [[:], ["recursive": true], ["path": "Private", "ignored": true]],
    "search_text": [
      ["text": "xylophone"], ["text": "xylo.*", "regex": true, "context": 3],
      ["text": "xylophone", "path": "Private/plan.md"], ["text": "one", "path": "Private", "context": 5],
      ["text": "xylophone", "glob": "**/plan.md"], ["query": "xylo*"], ["query": "xylo*", "by": "user", "since": "7d"],
      ["query": "one", "path": "Private/plan.md"], ["query": "plan", "glob": "**/plan.md"],
    ],
    "query_documents": [
      [:], ["path": "Private"], ["path": "Private/plan.md"], ["where": ["folder=Private"], "show": ["title"]],
      ["query": "research", "where": ["path!=x"]],
    ], "file_history": [["path": "Private/plan.md"], ["path": "."]],
    "log": [[:], ["kind": "user"], ["path": "Private"], ["path": "Private/plan.md", "since": "today"]],
    "diff_versions": [["path": "Private/plan.md"], ["path": "Private/plan.md", "from": "@~1"]],
    "restore_version": [["path": "Private/plan.md", "version": "@~1"]],
    "blame": [["path": "Private/plan.md"], ["path": "link.md"]], "list_questions": [[:]], "workspace_context": [[:]],
    "changes_since": [["since": "@~1"], [:]],
    "apply_patch": [
      ["patch": "--- a/Private/plan.md\n+++ b/Private/plan.md\n@@ -1 +1 @@\n-one\n+two\n"],
      ["patch": "--- a/Private/plan.md\n+++ b/out.md\n@@ -1 +1 @@\n-one\n+two\n"],
    ], "claim_path": [["path": "Private/plan.md"]], "release_path": [["claim": 1]],
    "download_file": [["path": "Private/plan.md"], ["path": "Private"]], "undo_session": [[:]],
    "publish_to_feed": [["headline": "Plan", "content": "[plan](Private/plan.md)", "links": ["link.md"]]],
    "more_tools": [[:], ["tool": "copy_file", "arguments": ["source": "Private/plan.md", "destination": "out.md"]]],
  ]
  private static let reads: [JSONValue] = [
    "Private/plan.md", "private/PLAN.md", "Private/plan.md. ", "link.md", "link2.md", "hard.md",
  ]
  .map { ["path": .string($0)] }

  private func guarded(_ body: (DoorFolder) async throws -> Void) async throws {
    try await DoorFolder.use { folder in
      try await folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Private\"]\n")
      try await folder.save("open.md", "open\n")
      try await folder.save(Self.secret, "one\n\(Self.word) old\n")
      try await folder.link("link.md", to: "Private/plan.md")
      try await folder.link("link2.md", to: "./link.md")
      try FileManager.default.linkItem(atPath: folder.root + "/" + Self.secret, toPath: folder.root + "/hard.md")
      // The session begins before the change of which it is notified.
      _ = await folder.call("list_allowed_directories", [:])
      try await folder.save(Self.secret, "one\n\(Self.word) new\nthree\n")
      try await body(folder)
    }
  }

  /// All that a result says, what is in base64 decoded.
  private func everything(_ result: ToolResult) -> String {
    var texts = result.content.map { block in
      switch block {
      case .text(let text): text
      case .image(let data, _), .audio(let data, _), .blob(let data, _, _):
        Data(base64Encoded: data).map { String(decoding: $0, as: UTF8.self) } ?? data
      }
    }
    if let structured = result.structured { texts.append(String(decoding: structured.line, as: UTF8.self)) }
    if let question = result.question { texts.append(question.message) }
    return texts.joined(separator: "\n")
  }

  @Test func `every tool is tried`() {
    #expect(Set(Self.calls.keys) == Set(AgentDoor.tools.map(\.definition.name)))
    #expect(Self.calls.values.allSatisfy { !$0.isEmpty })
  }

  @Test func `a protected file's content comes out of no tool`() async throws {
    try await guarded { folder in
      for (tool, calls) in Self.calls.sorted(by: { $0.key < $1.key }) {
        for arguments in calls {
          let said = everything(await folder.call(tool, arguments, canAsk: true))
          #expect(!said.contains(Self.word), "\(tool) \(arguments)")
        }
      }
      #expect(folder.text(Self.secret) == "one\n\(Self.word) new\nthree\n")
      for path in ["out.md", "Public/plan.md", "Private/new.md", "Private/new"] { #expect(folder.text(path) == nil) }
      #expect(!FileManager.default.fileExists(atPath: folder.root + "/Private/new"))
    }
  }

  @Test func `the word is found where it is not protected`() async throws {
    try await guarded { folder in
      try await folder.save("public.md", "\(Self.word)\n")
      let found = await folder.call("search_text", ["text": .string(Self.word)])
      #expect(found.text == "public.md:1:\(Self.word)")
      let first = await folder.call("search_text", ["text": "open", "limit": 1])
      #expect(first.text?.hasPrefix("open.md") == true)
    }
  }

  @Test func `names are listed with a mark, and without what would tell of the content`() async throws {
    try await guarded { folder in
      let mark = ContentBlock.text("[Stet: the policy keeps the content of these from agents: Private, hard.md]")
      for (tool, arguments) in [
        ("list_directory", ["path": "."]), ("list_directory_with_sizes", ["path": "."]),
        ("directory_tree", ["path": "."]),
      ] as [(String, JSONValue)] {
        #expect(await folder.call(tool, arguments).content.contains(mark), "\(tool)")
      }
      let files = await folder.call("list_files", ["path": "Private"])
      #expect(files.structured?["files"]?.elements?.first?["token"] == nil)
      #expect(files.text?.hasPrefix("Private/plan.md (") == true)
      #expect(await folder.call("get_file_info", ["path": .string(Self.secret)]).token == nil)
      #expect(await folder.call("get_file_info", ["path": "open.md"]).token != nil)
      // Both names of the file may be recorded in one commit or in two.
      let changes = await folder.call("changes_since", ["since": "@~3"])
      let change = changes.structured?["changed"]?.elements?.first { $0["path"] == .string(Self.secret) }
      #expect(change != nil)
      #expect(change?["token"] == nil && change?["added"] == nil)
      #expect(changes.text?.contains("protected") == true)
    }
  }

  @Test func `a protected file is no resource`() async throws {
    try await guarded { folder in
      guard case .page(let entries, _) = await folder.resource(.list(cursor: nil)) else {
        Issue.record("no list")
        return
      }
      #expect(entries.map(\.name).contains("open.md"))
      #expect(!entries.map(\.name).contains(Self.secret))
      for path in [Self.secret, "link.md", "hard.md", "private/PLAN.md"] {
        let answer = await folder.resource(.read(uri: "file://\(folder.root)/\(path)"))
        guard case .failed(let text) = answer else {
          Issue.record("\(path): \(answer)")
          continue
        }
        #expect(text.contains("protected") && !text.contains(Self.word))
      }
    }
  }
}
