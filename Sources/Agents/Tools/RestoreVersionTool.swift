internal import MCP

/// `restore_version`: restores an earlier version of a file.
struct RestoreVersionTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "restore_version", title: "Restore Version",
      description: "Brings back a version of a file, also of a deleted one: an id from file_history, or a token.",
      input: Schema.object(
        [("path", Schema.text), ("version", Schema.text), ("token", Schema.anyToken), ("session", Schema.session)],
        required: ["path", "version"]), output: Schema.versioned,
      hints: .changes(destructive: true, idempotent: true))
  }

  var replacesVersion: Bool { true }

  var act: String { "bring an earlier version back of" }

  func proposal(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async -> [UInt8]? {
    guard let name = try? arguments.text(ifGiven: "path"), let path = try? surroundings.paths.document(name),
      let version = try? arguments.text(ifGiven: "version")
    else { return nil }
    return (try? await ServedText.read(path, surroundings, isPreparation: true, revision: version))?.bytes
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let name = try arguments.required("path")
    let path = try surroundings.paths.document(name)
    let version = try arguments.required("version")
    var token = try arguments.token()
    if token == nil, !surroundings.knowsSession { token = .zero }
    let receipt = try await FileWriting.write(
      .copy(from: path, revision: version), to: path, token: token, surroundings)
    let shown = ModelText.argument(name)
    let words = receipt.unchanged ? "\(shown) is as it was then already" : "Successfully restored \(shown)"
    return .text(words, token: receipt.token, notes: FileWriting.notes(receipt))
  }
}
