internal import MCP
internal import Values
internal import WorkspaceAPI

/// `read_text_file`, and `read_file`, its short name: reads a file's text or some lines of it.
struct ReadFileTool: AgentTool {
  /// Whether the tool has the short name.
  let isShortName: Bool

  var definition: ToolDefinition {
    ToolDefinition(
      name: isShortName ? "read_file" : "read_text_file", title: isShortName ? "Read File" : "Read Text File",
      description: isShortName
        ? "The same as read_text_file."
        : """
        Reads a text file, at most budget characters of it, and gives its version token: pass that as token when you \
        write the file. head, tail: only so many first or last lines; first_line, last_line: only those between, from \
        column of the first. Paths are relative to the workspace or absolute.
        """,
      input: Schema.object(
        [
          ("path", Schema.text), ("head", Schema.count), ("tail", Schema.count), ("first_line", Schema.count),
          ("last_line", Schema.count), ("column", Schema.count), ("budget", Schema.count), ("session", Schema.session),
        ], required: ["path"]),
      output: Schema.read, hints: .readOnly)
  }

  func carriesCall(_ arguments: ToolArguments) -> Bool { true }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let path = try surroundings.paths.document(try arguments.required("path"))
    let (head, tail) = (try arguments.count("head", most: .max), try arguments.count("tail", most: .max))
    let (first, last) = (try arguments.count("first_line", most: .max), try arguments.count("last_line", most: .max))
    let column = try arguments.count("column", most: .max)
    guard column == nil || first != nil else {
      throw ToolFailure("Invalid arguments: \"column\" is a character of \"first_line\".")
    }
    let ways = [head != nil, tail != nil, first != nil || last != nil].filter { $0 }.count
    if head != nil, tail != nil {
      throw ToolFailure("Cannot specify both head and tail parameters simultaneously")
    }
    guard ways < 2 else { throw ToolFailure("Give one of head, tail, or first_line with last_line.") }
    if let first, let last, last < first {
      throw ToolFailure("Invalid arguments: \"last_line\" \(last) is before \"first_line\" \(first).")
    }
    let lines: LineRange? =
      if let head { .between(1, head) } else if let tail { .last(tail) } else if ways == 0 { nil } else {
        .between(first ?? 1, last)
      }
    let file = try await ServedText.read(
      path, surroundings, lines: lines, column: column, longest: surroundings.budget.longest, form: .text,
      isWholeCall: true)
    let text = try file.text()
    var notes = file.notes
    if let excerpt = file.excerpt {
      if let first, first > 1, let total = excerpt.total, first > total {
        throw ToolFailure(
          "There is no line \(first): \(ModelText.path(path)) has \(Counted.text(total, "line")).",
          token: file.token.hex)
      }
      if let first, let column, text.isEmpty {
        throw ToolFailure(
          "Line \(first) of \(ModelText.path(path)) ends before character \(column).", token: file.token.hex)
      }
      notes += [ExcerptNote.words(excerpt), ExcerptNote.within(excerpt)].compactMap(\.self).map { "[Stet: \($0)]" }
    }
    var result = ToolResult.text(text, token: file.token, notes: notes).noting(file.provenance)
    if let origin = file.provenance {
      result.content.insert(.text(ProvenanceNote.text(origin)), at: result.content.count - 1)
    }
    return result
  }
}
