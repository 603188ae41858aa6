internal import MCP
internal import WorkspaceAPI

/// `delete_file`: a file goes; its versions stay in history.
struct DeleteFileTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "delete_file", title: "Delete File",
      description: """
        Deletes a file, or the files of paths together, all or none; restore_version brings them back. Refused if one \
        changed since you read it.
        """,
      input: Schema.object(
        [("path", Schema.text), ("paths", Schema.texts), ("token", Schema.anyToken), ("session", Schema.session)]),
      output: Schema.content, hints: .changes(destructive: true, idempotent: false))
  }

  var replacesVersion: Bool { true }

  var act: String { "delete" }

  /// One deletion is one write; several are begun and ended by the door.
  func carriesCall(_ arguments: ToolArguments) -> Bool { !arguments.has("paths") }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let names = try arguments.read { arguments throws(ArgumentFault) in try arguments.texts("paths") }
    guard names.isEmpty else { return try await delete(names, arguments, surroundings) }
    let name = try arguments.required("path")
    let path = try surroundings.paths.document(name)
    let words = KeptWords("Successfully deleted \(name)", namesVersion: false)
    return words.result(
      try await FileWriting.write(.delete, to: path, token: try arguments.token(), answer: words, surroundings))
  }

  /// Deletes several files as one change.
  private func delete(
    _ names: [String], _ arguments: ToolArguments, _ surroundings: ToolSurroundings
  ) async throws(ToolFailure) -> ToolResult {
    guard try arguments.given("path") == nil, try arguments.given("token") == nil else {
      throw ToolFailure("Invalid arguments: \"paths\" stands alone; with \"path\" or \"token\" one file is deleted.")
    }
    var request = BatchRequest(writes: [], caller: surroundings.caller)
    for name in names {
      request.writes.append(WriteRequest(path: try surroundings.paths.document(name), action: .delete))
    }
    do throws(VerbError) { _ = try await surroundings.verbs.call(request) } catch { throw ToolFailure(error) }
    let lines = request.writes.map { "D \(ModelText.path($0.path))" }
    return .text("Successfully deleted \(names.count) files\n" + lines.joined(separator: "\n"))
  }
}
