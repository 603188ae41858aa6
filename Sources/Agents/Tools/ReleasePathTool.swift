internal import MCP
internal import WorkspaceAPI

/// `release_path`: gives a claim back.
struct ReleasePathTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "release_path", title: "Release Path",
      description: "Gives back a claim of claim_path by its number.",
      input: Schema.object([("claim", Schema.count), ("session", Schema.session)], required: ["claim"]),
      output: Schema.content, hints: .changes(destructive: false, idempotent: true))
  }

  /// A claim ends by itself; asked for again, it is another one.
  var isDoneOnce: Bool { false }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let number = try arguments.read { arguments throws(ArgumentFault) in try arguments.integer(ifGiven: "claim") }
    guard let number else { throw ToolFailure("Invalid arguments: \"claim\" is missing.") }
    do throws(VerbError) {
      let receipt = try await surroundings.verbs.call(
        ClaimChange(number: Int64(number), caller: surroundings.caller))
      return .text("Released \(receipt.items.map(\.path.string).joined(separator: ", ")).")
    } catch {
      // A claim that has ended is what was asked for.
      guard error.code == .notFound else { throw ToolFailure(error) }
      return .text("Claim \(number) had ended already.")
    }
  }
}
