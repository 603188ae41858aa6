internal import MCP
internal import WorkspaceAPI

/// `create_directory`: creates a folder with its missing parents.
struct CreateDirectoryTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "create_directory", title: "Create Directory",
      description: "Makes a folder and its missing parents. Writing a file makes its folders too.",
      input: Schema.object([("path", Schema.text)], required: ["path"]), output: Schema.content,
      hints: .changes(destructive: false, idempotent: true))
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let name = try arguments.required("path")
    if let path = try surroundings.paths.path(name) {
      do throws(VerbError) {
        _ = try await surroundings.verbs.call(MakeFolderRequest(path: path, caller: surroundings.caller))
      } catch { throw ToolFailure(error) }
    }
    // No commit names its author: git has no empty folders.
    return ToolResult.text("Successfully created directory \(ModelText.argument(name))").telling([
      "[Stet: a folder is recorded with its first file, under the name of who writes that; empty, it stays here.]"
    ])
  }
}
