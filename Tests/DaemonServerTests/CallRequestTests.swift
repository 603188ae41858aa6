import Agents
import DaemonClient
import FoundationEssentials
import MCP
import Testing
import Values
import WorkspaceAPI

/// How many requests an agent's calls make to the daemon.
@Suite struct CallRequestTests {
  private static let edits: JSONValue = [["oldText": "é", "newText": "e"]]
  private static let tokenEdits: JSONValue = [["oldText": "é", "newText": "e"], ["oldText": "\n", "newText": ""]]

  /// Requests of a call, and of the same session's next one.
  static let calls: [(tool: String, arguments: JSONValue, requests: [String])] = [
    ("read_text_file", ["path": "a.md"], ["ReadRequest"]), ("read_media_file", ["path": "a.md"], ["ReadRequest"]),
    ("write_file", ["path": "a.md", "content": "x"], ["WriteRequest"]),
    ("append_file", ["path": "a.md", "content": "x"], ["ReadRequest", "WriteRequest"]),
    ("append_file", ["path": "a.md", "content": "x", "token": "absent"], ["WriteRequest"]),
    ("edit_file", ["path": "a.md", "edits": edits], ["ReadRequest", "WriteRequest"]),
    ("edit_file", ["path": "a.md", "edits": tokenEdits], ["ReadRequest", "WriteRequest"]),
    ("delete_file", ["path": "a.md"], ["WriteRequest"]),
    ("move_file", ["source": "a.md", "destination": "b.md"], ["WriteRequest"]),
    ("copy_file", ["source": "a.md", "destination": "b.md"], ["WriteRequest"]),
    // The words beside the receipt are not known before.
    ("restore_version", ["path": "a.md", "version": "HEAD~1"], ["CallBegin", "WriteRequest", "CallEnd"]),
    // A failure of the tool's own ends in more words.
    (
      "edit_file", ["path": "a.md", "edits": [["oldText": "not there", "newText": ""]]],
      ["ReadRequest", "CallBegin", "CallEnd"]
    ),
  ]

  @Test(arguments: calls.indices)
  func `a call that is one change or one read is one request`(index: Int) async throws {
    let (tool, arguments, expected) = Self.calls[index]
    let verbs = FakeVerbs()
    let folder = try await ServedFolder(verbs)
    let client = try folder.client()
    let door = AgentDoor(
      paths: AgentPaths(root: "/home/ann/Stet"), opening: AgentDoor.Opening(run: "r1"), connect: { client })
    let call = ToolCall(
      tool: tool, arguments: ToolArguments(arguments.members ?? []), client: ClientInfo(name: "robot"),
      version: .v2025_11_25, wantsProgress: false)
    for _ in 0..<2 { _ = await door.answer(call) { _ in } }
    await folder.end()
    let kinds = verbs.requests.map { String($0.prefix { $0 != "(" }) }
    #expect(kinds == expected + expected, "\(verbs.requests)")
  }
}

@Suite struct WriteActionTests {
  static let actions: [WriteAction] = [
    .put([]), .put(Array(0...255)), .append(Array("é\n".utf8)), .edit(old: "a\"\n", new: "", everywhere: true),
    .delete, .move(to: "Research/b c.md"),
    .copy(from: "a é.md", revision: nil), .copy(from: "a.md", revision: "HEAD~1"),
  ]

  @Test(arguments: actions) func `an action survives its JSON form`(action: WriteAction) throws {
    let data = try JSONEncoder().encode(action)
    #expect(try JSONDecoder().decode(WriteAction.self, from: data) == action)
  }

  @Test func `bytes are base64, not a list of numbers`() throws {
    let text = String(decoding: try JSONEncoder().encode(WriteAction.put(Array("whale".utf8))), as: UTF8.self)
    #expect(text.contains("d2hhbGU="))
  }
}
