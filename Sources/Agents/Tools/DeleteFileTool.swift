internal import MCP
internal import WorkspaceEngine

/// `delete_file`: a file goes; its versions stay in history.
struct DeleteFileTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "delete_file", title: "Delete File",
      description: "Deletes a file; restore_version brings it back. Refused if it changed since you read it.",
      input: Schema.object(
        [("path", Schema.text), ("token", Schema.anyToken), ("session", Schema.session)], required: ["path"]),
      output: Schema.content, hints: .changes(destructive: true, idempotent: false))
  }

  var replacesVersion: Bool { true }

  var act: String { "delete" }

  var carriesCall: Bool { true }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let name = try arguments.required("path")
    let path = try surroundings.paths.document(name)
    let words = KeptWords("Successfully deleted \(name)", namesVersion: false)
    return words.result(
      try await FileWriting.write(.delete, to: path, token: try arguments.token(), answer: words, surroundings))
  }
}
