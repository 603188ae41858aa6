internal import MCP

/// `more_tools`: lists the tools that the usual profile does not show, and calls them.
struct MoreToolsTool: AgentTool {
  /// The tool's name.
  static let name = "more_tools"

  /// The listed tools.
  let tools: [ToolDefinition]

  var definition: ToolDefinition {
    ToolDefinition(
      name: Self.name, title: "More Tools",
      description: """
        Further tools: \(tools.map(\.name).joined(separator: ", ")). Without arguments it explains them; with tool, \
        and that tool's arguments in arguments, it calls one.
        """,
      input: Schema.object([("tool", Schema.text), ("arguments", ["type": "object"])]), output: Schema.content,
      hints: .changes(destructive: true, idempotent: false))
  }

  /// Returns the call of another tool that is wrapped in a call of this one; nil if it requests the list.
  ///
  /// - Throws: `ToolFailure` for arguments that are no object.
  static func inner(of call: ToolCall) throws(ToolFailure) -> ToolCall? {
    guard call.tool == name, let tool = try call.arguments.given("tool"), tool != name else { return nil }
    let given = call.arguments.members.first { $0.isNamed("arguments") }?.value ?? .null
    guard let members = given == .null ? [] : given.members else {
      throw ToolFailure("Invalid arguments: \"arguments\" must be an object.")
    }
    var inner = call
    inner.tool = tool
    // A session that is named beside the arguments is the session of the inner call.
    let beside = call.arguments.members.filter { member in
      !["tool", "arguments"].contains { member.isNamed($0) } && !members.contains { $0.isNamed(member.name) }
    }
    inner.arguments = ToolArguments(members + beside)
    return inner
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    .text(tools.map(Self.line).joined(separator: "\n"))
  }

  /// Returns the line that explains a tool: `name(required, optional?): description`.
  private static func line(_ tool: ToolDefinition) -> String {
    let required = Set((tool.input["required"]?.elements ?? []).compactMap(\.text))
    let arguments = (tool.input["properties"]?.members ?? []).map { property in
      let words = property.value["enum"]?.elements?.compactMap(\.text) ?? []
      return property.name + (required.contains(property.name) ? "" : "?")
        + (words.isEmpty ? "" : "=" + words.joined(separator: "|"))
    }
    return "\(tool.name)(\(arguments.joined(separator: ", "))): \(tool.description)"
  }
}
