internal import MCP
internal import WorkspaceAPI

/// `release_path`: releases a claim.
struct ReleasePathTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "release_path", title: "Release Path",
      description: "Gives back a claim of claim_path by its number.",
      input: Schema.object([("claim", Schema.count), ("session", Schema.session)], required: ["claim"]),
      output: Schema.content, hints: .changes(destructive: false, idempotent: true))
  }

  /// False: the release of a claim that has ended does no harm.
  var isDoneOnce: Bool { false }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let number = try arguments.read { arguments throws(ArgumentFault) in try arguments.integer(ifGiven: "claim") }
    guard let number else { throw ToolFailure("Invalid arguments: \"claim\" is missing.") }
    do throws(VerbError) {
      let receipt = try await surroundings.verbs.call(
        ClaimChange(number: Int64(number), caller: surroundings.caller))
      return .text("Released \(receipt.items.map { ModelText.argument($0.path.string) }.joined(separator: ", ")).")
    } catch {
      // The claim has ended, which is the requested result.
      guard error.code == .notFound else { throw ToolFailure(error) }
      return .text("Claim \(number) had ended already.")
    }
  }
}
