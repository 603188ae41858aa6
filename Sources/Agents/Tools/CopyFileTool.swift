internal import MCP

/// `copy_file`: creates another file with the same bytes and mode.
struct CopyFileTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "copy_file", title: "Copy File",
      description: """
        Copies a file byte for byte. Refused where the destination exists, unless token is its version.
        """,
      input: Schema.object(
        [
          ("source", Schema.text), ("destination", Schema.text), ("token", Schema.anyToken),
          ("session", Schema.session),
        ], required: ["source", "destination"]), output: Schema.versioned,
      hints: .changes(destructive: false, idempotent: true))
  }

  func carriesCall(_ arguments: ToolArguments) -> Bool { true }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let (source, destination) = (try arguments.required("source"), try arguments.required("destination"))
    let from = try surroundings.paths.document(source)
    let path = try surroundings.paths.document(destination)
    let words = KeptWords("Successfully copied \(ModelText.argument(source)) to \(ModelText.argument(destination))")
    let receipt = try await FileWriting.write(
      .copy(from: from, revision: nil), to: path, token: try arguments.token() ?? .zero, answer: words, surroundings)
    return words.result(receipt)
  }
}
