internal import MCP
internal import Testing
internal import Values
internal import WorkspaceAPI
internal import WorkspaceEngine

@testable internal import Agents

/// Every kind of refusal names a tool to call next, in each profile: `DoorFolder` looks at each answer for that.
@Suite struct RefusalTests {
  private static let unknown: JSONValue = .string(String(repeating: "1", count: 40))

  private static let refused: [(String, JSONValue)] = [
    ("read_text_file", [:]), ("read_text_file", ["path": 7]), ("read_text_file", ["path": "a.md", "head": 0]),
    ("read_text_file", ["path": "a.md", "head": 1, "tail": 1]), ("read_text_file", ["path": "a.md", "first_line": 99]),
    ("read_text_file", ["path": "a.md", "wait": -1]), ("read_text_file", ["path": "a.md", "budget": 0]),
    ("read_text_file", ["path": "a.md", "line": 1]), ("read_text_file", ["path": "/etc/passwd"]),
    ("read_text_file", ["path": "../a.md"]), ("read_text_file", ["path": "a\u{0}.md"]),
    ("read_text_file", ["path": "."]), ("read_text_file", ["path": ".git/config"]),
    ("read_text_file", ["path": "b.md"]),
    ("read_text_file", ["path": "F"]), ("read_text_file", ["path": "b.bin"]),
    ("read_text_file", ["path": "Private/p.md"]), ("read_text_file", ["path": "Asked/q.md"]),
    ("read_multiple_files", ["paths": []]), ("read_multiple_files", [:]), ("read_media_file", ["path": "b.png"]),
    ("write_file", ["path": "a.md", "content": "x\n"]),
    ("write_file", ["path": "a.md", "content": "x\n", "token": "none"]),
    ("write_file", ["path": "a.md", "content": "x\n", "token": "absent"]),
    ("write_file", ["path": "a.md", "content": "x\n", "token": unknown]),
    ("write_file", ["path": "F", "content": "x\n"]), ("write_file", ["path": "a.md/b.md", "content": "x\n"]),
    ("write_file", ["path": ".envrc", "content": "x\n"]), ("write_file", ["path": "Private/p.md", "content": "x\n"]),
    ("write_file", ["path": "Fixed/f.md", "content": "x\n"]), ("write_file", ["path": "Log/l.md", "content": "x\n"]),
    ("write_file", ["path": "Never/n.md", "content": "x\n"]), ("write_file", ["path": "Asked/q.md", "content": "x\n"]),
    ("edit_file", ["path": "a.md", "edits": []]), ("edit_file", ["path": "a.md", "edits": [["newText": "x"]]]),
    ("edit_file", ["path": "a.md", "edits": [["oldText": "", "newText": "x"]]]),
    ("edit_file", ["path": "a.md", "edits": [["oldText": "none", "newText": "x"]]]),
    ("edit_file", ["path": "a.md", "edits": [["oldText": "o", "newText": "x"]]]),
    ("edit_file", ["path": "a.md", "edits": [["heading": "none", "newText": "x"]]]),
    ("edit_file", ["path": "a.md", "edits": [["key": "none", "newText": "x"]]]),
    ("edit_file", ["path": "b.bin", "edits": [["oldText": "a", "newText": "x"]]]),
    ("edit_file", ["path": "b.md", "edits": [["oldText": "a", "newText": "x"]]]),
    ("append_file", ["path": "b.bin", "content": "x\n"]), ("append_file", ["path": "F", "content": "x\n"]),
    ("append_file", ["path": "Fixed/f.md", "content": "x\n"]), ("create_directory", ["path": "a.md"]),
    ("create_directory", ["path": "Private/new"]), ("list_directory", ["path": "a.md"]),
    ("list_directory", ["path": "none"]), ("list_directory", ["path": ".", "first_line": 999]),
    ("list_directory_with_sizes", ["path": ".", "sortBy": "age"]), ("directory_tree", ["path": "a.md"]),
    ("move_file", ["source": "a.md", "destination": "F/f.md"]),
    ("move_file", ["source": "b.md", "destination": "c.md"]),
    ("move_file", ["source": "a.md", "destination": "a.md/b"]), ("move_file", ["source": "a.md"]),
    ("move_file", ["moves": []]), ("move_file", ["moves": [["source": "a.md"]]]),
    ("move_file", ["moves": [["source": "a.md", "destination": "same.md"]]]),
    ("move_file", ["moves": [["source": "a.md", "destination": "F/f.md"]]]),
    ("move_file", ["moves": [["source": "b.md", "destination": "c.md"]]]),
    ("move_file", ["source": "a.md", "destination": "c.md", "moves": [["source": "a.md", "destination": "c.md"]]]),
    ("search_files", ["path": "none", "pattern": "*"]), ("get_file_info", ["path": "b.md"]),
    ("delete_file", ["path": "b.md"]), ("delete_file", ["path": "F"]), ("delete_file", ["path": "Fixed/f.md"]),
    ("delete_file", ["path": "a.md", "token": unknown]), ("delete_file", ["paths": ["a.md", "b.md"]]),
    ("delete_file", ["path": "a.md", "paths": ["a.md"]]), ("copy_file", ["source": "b.md", "destination": "c.md"]),
    ("copy_file", ["source": "b.bin", "destination": "F/f.md"]), ("list_files", ["path": "none"]),
    ("list_files", ["limit": 0]), ("search_text", ["query": ""]), ("search_text", [:]),
    ("search_text", ["text": "a\nb"]), ("search_text", ["query": "a OR"]),
    ("search_text", ["query": "a", "since": "x"]),
    ("search_text", ["query": "a", "field": "x"]), ("search_text", ["text": "a", "by": "user"]),
    ("search_text", ["query": "(", "regex": true]),
    ("search_text", ["query": "a", "glob": "../*"]), ("search_text", ["query": "a", "cursor": "x"]),
    ("file_history", ["path": "b.md"]), ("log", ["kind": "none"]),
    ("log", ["by_session": "none"]), ("log", ["path": "b.md"]), ("log", ["since": "soon"]), ("log", ["agent": ""]),
    ("diff_versions", ["path": "a.md", "from": "none"]), ("diff_versions", ["path": "a.md", "to": unknown]),
    ("diff_versions", ["path": "b.md"]), ("restore_version", ["path": "a.md", "version": "none"]),
    ("restore_version", ["path": "a.md", "version": unknown]), ("restore_version", ["path": "b.md", "version": "@"]),
    ("blame", ["path": "b.md"]), ("changes_since", ["since": "none"]), ("apply_patch", ["patch": "text"]),
    ("apply_patch", ["patch": "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-none\n+two\n"]),
    ("apply_patch", ["patch": "--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-none\n+two\n"]),
    ("apply_patch", ["patch": "*** Begin Patch\n*** End Patch\n"]), ("undo_session", [:]),
    ("undo_session", ["version": "none"]), ("undo_session", ["version": "@"]), ("download_file", ["path": "b.md"]),
    ("claim_path", ["path": "a.md", "intent": "eating"]), ("claim_path", ["path": "a.md", "wait": 9_999]),
    ("claim_path", ["path": "c.md", "wait": 0]), ("append_file", ["path": "c.md", "content": "x\n"]),
    ("release_path", [:]), ("more_tools", ["tool": "copy_files"]), ("more_tools", ["tool": "blame", "arguments": 1]),
    ("more_tools", ["tool": "copy_file", "arguments": ["from": "a.md"]]), ("read_tex_file", [:]), ("zzzz", [:]),
  ]

  @Test(arguments: ToolProfile.allCases)
  func `a refusal names a tool of the profile to call next, and no command`(profile: ToolProfile) async throws {
    try await DoorFolder.use { folder in
      try await folder.save(
        ".stet/policy.toml",
        """
        [agents]
        protected = ["Private"]
        read_only = ["Fixed"]
        append_only = ["Log"]
        [[agents.rules]]
        paths = ["Never"]
        permission = "deny"
        [[agents.rules]]
        paths = ["Asked"]
        permission = "ask"

        """)
      for path in ["a.md", "same.md", "F/f.md", "Private/p.md", "Fixed/f.md", "Log/l.md", "Never/n.md", "Asked/q.md"] {
        try await folder.save(path, "one\ntwo\n")
      }
      try await folder.save("b.bin", "\u{0}\u{1}")
      _ = await folder.call("claim_path", ["path": "c.md"], run: "r2")
      for (tool, arguments) in Self.refused {
        let answer = await folder.call(tool, arguments, budget: ModelBudget(profile: profile))
        #expect(answer.isError, "\(tool) \(arguments): \(answer.words)")
        #expect(answer.words.utf8.count < 2_500, "\(tool) \(arguments)")
      }
      #expect(folder.text("a.md") == "one\ntwo\n" && folder.text("b.md") == nil)
    }
  }

  @Test(
    arguments: ["failed", "usage", "notFound", "stale", "question", "offline", "busy", "refused"], ToolProfile.allCases)
  func `every kind of error is completed with a tool`(code: String, profile: ToolProfile) async throws {
    let code = try #require(VerbError.Code(rawValue: code))
    let error = VerbError(code, "It is so.", kept: "Kept.", next: "Free space: 'stet stop' and `stet start`.")
    let door = AgentDoor(
      paths: AgentPaths(root: "/w"), opening: AgentDoor.Opening(run: "r"), budget: ModelBudget(profile: profile)
    ) { () async throws(VerbError) in throw error }
    let call = ToolCall(
      tool: "get_file_info", arguments: ToolArguments([JSONMember(name: "path", value: "a")]), client: nil,
      version: .v2025_11_25, wantsProgress: false)
    let result = await door.answer(call) { _ in }
    #expect(result.isError && RefusalRule.faults(of: result, shown: profile).isEmpty, "\(result.words)")
    #expect(result.words.contains("the person's 'stet stop' and `stet start`"))
  }

  @Test func `a mistyped tool is answered with the nearest one`() async throws {
    try await DoorFolder.use { folder in
      #expect(await folder.call("read_tex_file", [:]).text?.contains("Do you mean read_text_file?") == true)
    }
  }
}
