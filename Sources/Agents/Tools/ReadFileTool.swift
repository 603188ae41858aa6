internal import MCP

/// `read_text_file`, and `read_file`, its older name: a file's text, whole or some lines of it.
struct ReadFileTool: AgentTool {
  /// Whether it is the older name.
  let isDeprecatedName: Bool

  var definition: ToolDefinition {
    ToolDefinition(
      name: isDeprecatedName ? "read_file" : "read_text_file",
      title: isDeprecatedName ? "Read File (Deprecated)" : "Read Text File",
      description: isDeprecatedName
        ? "The text of a file. DEPRECATED: use read_text_file."
        : """
        Reads a file as text and gives its version token. 'head' gives only the first lines, 'tail' only the last, \
        'first_line' and 'last_line' those in between. Paths are relative to the workspace, or absolute within it.
        """,
      input: Schema.object(
        [
          ("path", Schema.text), ("tail", Schema.count("Only the last lines, this many.")),
          ("head", Schema.count("Only the first lines, this many.")),
          ("first_line", Schema.count("Only from this line on, counted from 1.")),
          ("last_line", Schema.count("Only up to this line.")), ("session", Schema.session),
        ], required: ["path"]),
      output: Schema.versioned, hints: .readOnly)
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let path = try surroundings.paths.document(try arguments.required("path"))
    func count(_ name: String) throws(ToolFailure) -> Int? {
      guard let count = try arguments.read({ arguments throws(ArgumentFault) in try arguments.integer(ifGiven: name) })
      else { return nil }
      guard count > 0 else { throw ToolFailure("Invalid arguments: \"\(name)\" must be at least 1.") }
      return count
    }
    let (head, tail) = (try count("head"), try count("tail"))
    let (first, last) = (try count("first_line"), try count("last_line"))
    let ways = [head != nil, tail != nil, first != nil || last != nil].filter { $0 }.count
    if head != nil, tail != nil {
      throw ToolFailure("Cannot specify both head and tail parameters simultaneously")
    }
    guard ways < 2 else { throw ToolFailure("Give one of head, tail, or first_line with last_line.") }
    let file = try await ServedText.read(path, surroundings)
    let text = try file.text()
    let part: String
    if let head {
      part = LineSlice.head(text, head)
    } else if let tail {
      part = LineSlice.tail(text, tail)
    } else if first != nil || last != nil {
      part = LineSlice.range(text, from: first ?? 1, to: last)
    } else {
      part = text
    }
    return .text(part, token: file.token, notes: file.notes)
  }
}
