internal import Documents
internal import MCP

/// `append_file`: appends a text to a file.
struct AppendFileTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "append_file", title: "Append to File",
      description: """
        Adds text at the end of a file, without reading it; makes a missing file. Begin with a newline if the last \
        line has none.
        """,
      input: Schema.object(
        [("path", Schema.text), ("content", Schema.text), ("token", Schema.anyToken), ("session", Schema.session)],
        required: ["path", "content"]),
      output: Schema.versioned, hints: .changes(destructive: false, idempotent: false))
  }

  func carriesCall(_ arguments: ToolArguments) -> Bool { true }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let name = try arguments.required("path")
    let path = try surroundings.paths.document(name)
    var content = Array(try arguments.required("content").utf8)
    let token = try arguments.token()
    let words = KeptWords("Successfully appended to \(ModelText.argument(name))")
    if token == .zero {
      return words.result(
        try await FileWriting.write(.put(content), to: path, token: .zero, answer: words, surroundings))
    }
    var current: ServedText?
    do throws(ToolFailure) { current = try await ServedText.read(path, surroundings, isPreparation: true) } catch {
      // The write reports any other reason why the file cannot be read.
      if error.isUnavailable { throw error }
    }
    if let current {
      guard current.isText else {
        throw ToolFailure("\(ModelText.path(name)) is not UTF-8 text; nothing was appended.", token: current.token.hex)
      }
      content = TextForm(Array(current.content.utf8)).lines(content)
    }
    return words.result(
      try await FileWriting.write(.append(content), to: path, token: token, answer: words, surroundings))
  }
}
