package import MCP

/// One thing an agent can ask for.
package protocol AgentTool: Sendable {
  /// How it is listed.
  var definition: ToolDefinition { get }
  /// Carries out one call.
  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult
}
