internal import MCP

/// `list_directory`: lists the names in a folder.
struct ListDirectoryTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "list_directory", title: "List Directory",
      description: "Lists the names in a folder, each marked [FILE] or [DIR].",
      input: Schema.object([("path", Schema.text), (ResultPage.argument, Schema.count)], required: ["path"]),
      output: Schema.content, hints: .readOnly)
  }

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let (_, entries) = try await FolderLook.entries(in: try arguments.required("path"), .names, surroundings)
    let names = entries.map { "\($0.isFolder ? "[DIR]" : "[FILE]") \(ModelText.name($0.name))" }
    return .text(names.joined(separator: "\n")).marking(entries)
  }
}
