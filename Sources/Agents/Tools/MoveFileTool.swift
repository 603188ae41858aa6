internal import MCP

/// `move_file`: another path for a file or folder.
struct MoveFileTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "move_file", title: "Move File",
      description: """
        Moves or renames a file or folder with its history. Refused where something stands at the destination.
        """,
      input: Schema.object(
        [("source", Schema.text), ("destination", Schema.text), ("session", Schema.session)],
        required: ["source", "destination"]), output: Schema.content,
      hints: .changes(destructive: true, idempotent: false))
  }

  var carriesCall: Bool { true }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let (source, destination) = (try arguments.required("source"), try arguments.required("destination"))
    let path = try surroundings.paths.document(source)
    let target = try surroundings.paths.document(destination)
    do throws(ToolFailure) {
      let words = KeptWords("Successfully moved \(source) to \(destination)", namesVersion: false)
      return words.result(
        try await FileWriting.write(.move(to: target), to: path, token: nil, answer: words, surroundings))
    } catch {
      // What stands at the new path is no version of what was to be moved.
      throw ToolFailure(error.text)
    }
  }
}
