internal import MCP

/// `list_allowed_directories`: shows the folder in which the tools work.
struct ListAllowedDirectoriesTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "list_allowed_directories", title: "List Allowed Directories",
      description: "Names the folder that all tools work in.",
      input: Schema.object([]), output: Schema.content, hints: .readOnly)
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    .text("Allowed directories:\n\(surroundings.paths.root)")
  }
}
