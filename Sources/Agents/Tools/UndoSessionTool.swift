internal import MCP
internal import Values
internal import WorkspaceAPI

/// `undo_session`: undoes the agent's own changes in its session.
struct UndoSessionTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "undo_session", title: "Undo Session",
      description: """
        Takes back all that you wrote in this session, or one change of it: version is its id from file_history. What \
        others wrote stays.
        """,
      input: Schema.object([("version", Schema.text), ("session", Schema.session)]),
      output: Schema.object(
        [
          ("content", Schema.text), ("version", Schema.text("The change that took it back.")),
          ("paths", ["type": "array", "items": Schema.text]),
        ], required: ["content", "paths"]), hints: .changes(destructive: true, idempotent: true))
  }

  /// False: a repeated call undoes the changes since the first one.
  var isDoneOnce: Bool { false }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    guard surroundings.knowsSession, let session = surroundings.caller.session else {
      throw ToolFailure("Invalid arguments: \"session\" is missing: what you wrote is known by its name.")
    }
    var request = UndoRequest(caller: surroundings.caller)
    if let version = try arguments.given("version") {
      request.target = version
    } else {
      (request.session, request.isOwnSession) = (session, true)
    }
    let receipt: RestoreReceipt
    do throws(VerbError) { receipt = try await surroundings.verbs.call(request) } catch { throw ToolFailure(error) }
    var lines =
      receipt.paths.isEmpty ? ["Nothing had to change"] : ["Successfully undone:"] + receipt.paths.map(ModelText.name)
    lines += receipt.kept.map { "[Stet: not taken back: \(ModelText.path($0.path)): \(ToolWords.sentence($0.what))]" }
    var members = [
      JSONMember(name: "content", value: .string(lines.joined(separator: "\n"))),
      JSONMember(name: "paths", value: .array(receipt.paths.map { .string($0) })),
    ]
    var content: [ContentBlock] = [.text(lines.joined(separator: "\n"))]
    if let commit = receipt.commit {
      members.append(JSONMember(name: "version", value: .string(commit.hex)))
      content.append(.text("[Stet: version \(commit.hex.prefix(12)) took it back]"))
    }
    return ToolResult(content: content, structured: .object(members))
  }
}
