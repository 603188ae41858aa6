internal import MCP

/// `write_file`: writes a file's whole new text.
struct WriteFileTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "write_file", title: "Write File",
      description: """
        Writes the whole text of a file and makes missing folders. For a file that exists pass the token that reading \
        it gave: changes that others made elsewhere in it are merged in, overlapping ones refuse the write. To change \
        a part use edit_file.
        """,
      input: Schema.object(
        [("path", Schema.text), ("content", Schema.text), ("token", Schema.token), ("session", Schema.session)],
        required: ["path", "content"]),
      output: Schema.versioned, hints: .changes(destructive: true, idempotent: true))
  }

  var replacesVersion: Bool { true }

  func proposal(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async -> [UInt8]? {
    (try? arguments.text(ifGiven: "content")).map { Array($0.utf8) }
  }

  func carriesCall(_ arguments: ToolArguments) -> Bool { true }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let name = try arguments.required("path")
    let path = try surroundings.paths.document(name)
    let content = Array(try arguments.required("content").utf8)
    var token = try arguments.token()
    // A stateless request has read nothing: without a token it can only create a file.
    if token == nil, !surroundings.knowsSession { token = .zero }
    let words = KeptWords("Successfully wrote to \(ModelText.argument(name))")
    return words.result(
      try await FileWriting.write(.put(content), to: path, token: token, keepsForm: true, answer: words, surroundings))
  }
}
