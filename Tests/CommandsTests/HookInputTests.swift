import Testing

@testable import Commands

@Suite struct HookInputTests {
  /// Returns the input that the programs send, shortened.
  private static func sent(_ tool: String, _ input: String) -> String {
    #"{"session_id":"abc","transcript_path":"/t.jsonl","cwd":"/w","permission_mode":"default","agent_id":null,"#
      + #""hook_event_name":"PreToolUse","tool_name":"\#(tool)","tool_input":\#(input),"tool_use_id":"toolu_01"}"#
  }
  private static let patch =
    #"*** Begin Patch\n*** Update File: a.md\n@@\n-x\n+y\n*** Add File: b/c.md\n+z\n*** End Patch"#

  @Test(
    arguments: [
      ("Write", #"{"file_path":"/w/a.md","content":"x"}"#, ["/w/a.md"], false),
      ("Edit", #"{"file_path":"/w/a.md","old_string":"x","new_string":"y"}"#, ["/w/a.md"], false),
      ("NotebookEdit", #"{"notebook_path":"/w/a.ipynb"}"#, ["/w/a.ipynb"], false),
      ("Bash", #"{"command":"make","description":"d","timeout":5}"#, [], true),
      ("Read", #"{"file_path":"/w/a.md"}"#, [], false),
      ("mcp__stet__write_file", #"{"path":"a.md"}"#, [], false),
      ("apply_patch", #"{"input":"\#(patch)"}"#, ["a.md", "b/c.md"], false),
      ("shell", #"{"command":["bash","-lc","ls"]}"#, [], true),
      ("shell", #"{"command":["apply_patch","\#(patch)"]}"#, ["a.md", "b/c.md"], false),
      ("Write", #"{"file_path":7}"#, [], false), ("Write", "{}", [], false),
    ] as [(String, String, [String], Bool)])
  func `of a tool's input it is known which files it writes`(
    tool: String, input: String, paths: [String], isCommand: Bool
  ) throws {
    let read = try #require(HookInput.parse(Array(Self.sent(tool, input).utf8)))
    #expect(read.paths == paths && read.isCommand == isCommand)
    #expect(read.session == "abc" && read.call == "toolu_01" && read.folder == "/w")
  }

  @Test(
    arguments: [
      ("Read", #"{"file_path":"/w/.env"}"#, ["/w/.env"], nil),
      ("Grep", #"{"pattern":"x","glob":"*.md"}"#, ["."], "*.md"),
      ("Grep", #"{"pattern":"x","path":"src"}"#, ["src"], nil), ("Glob", #"{"pattern":"**/*.pem"}"#, ["."], "**/*.pem"),
      ("Grep", #"{"pattern":"x","path":""}"#, ["."], nil), ("Glob", #"{"pattern":"/w/s/*"}"#, ["/w/s"], "*"),
      ("Glob", #"{"pattern":"/w/.env","path":"src"}"#, ["/w"], ".env"),
      ("Glob", #"{"pattern":"/*.md"}"#, ["/"], "*.md"), ("Glob", #"{"pattern":"/w/**/a/*"}"#, ["/w"], "**/a/*"),
      ("Glob", #"{"pattern":"../.env","path":"src"}"#, ["src/.."], ".env"),
      ("Glob", #"{"pattern":"src/*.md"}"#, ["."], "src/*.md"),
      ("Write", #"{"file_path":"/w/a.md"}"#, [], nil), ("Read", "{}", [], nil),
    ] as [(String, String, [String], String?)])
  func `of a tool's input it is known what it reads`(
    tool: String, input: String, paths: [String], glob: String?
  ) throws {
    let sent = try #require(HookInput.parse(Array(Self.sent(tool, input).utf8)))
    #expect(sent.read == paths && sent.glob == glob && sent.isRead == (tool != "Write"))
  }

  @Test(
    arguments: [
      ("Write", #"{"file_path":"/w/a","content":"x"}"#, ["x"], []),
      ("Edit", #"{"file_path":"/w/a","old_string":"x","new_string":"y"}"#, ["y"], ["x"]),
      ("Edit", #"{"file_path":"/w/a","new_string":"y"}"#, ["y"], []),
      (
        "MultiEdit",
        #"{"file_path":"/w/a","edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"d"}]}"#,
        ["b", "d"], ["a", "c"]
      ),
      (
        "apply_patch",
        #"{"input":"*** Begin Patch\n*** Update File: a.md\n@@\n c\n-x\n+y\n\n@@ f\n-v\n*** End Patch"}"#,
        ["c\ny\n", ""], ["c\nx\n", "v"]
      ),
      // Each file of a bracket has the same texts, and a text without its place is none.
      ("apply_patch", #"{"input":"\#(patch)"}"#, [], []),
      ("apply_patch", #"{"input":"*** Begin Patch\n*** Update File: a.md\n@@\n+y\n*** End Patch"}"#, [], []),
      ("apply_patch", #"{"input":"*** Begin Patch\n*** Add File: a.md\n+y\n*** End Patch"}"#, [], []),
      ("NotebookEdit", #"{"notebook_path":"/w/a","new_source":"x"}"#, [], []), ("Bash", #"{"command":"x"}"#, [], []),
    ] as [(String, String, [String], [String])])
  func `of a tool's input it is known what it puts in and takes out`(
    tool: String, input: String, put: [String], taken: [String]
  ) throws {
    let sent = try #require(HookInput.parse(Array(Self.sent(tool, input).utf8)))
    #expect(sent.texts == put && sent.taken == taken)
  }

  @Test(arguments: ["", "{}", "[]", "null", #"{"hook_event_name":"Stop"}"#, "{\"session_id\":1}", "\u{0}"])
  func `what no hook hands out is not understood`(text: String) {
    #expect(HookInput.parse(Array(text.utf8)) == nil)
  }
}
