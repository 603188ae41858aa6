internal import MCP
internal import WorkspaceAPI

/// `blame`: shows the author of each line of a file.
struct BlameTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "blame", title: "Blame",
      description: "Shows who wrote each line of a file, and when.",
      input: Schema.object(
        [("path", Schema.text), ("first_line", Schema.count), ("last_line", Schema.count)], required: ["path"]),
      output: Schema.list(
        "lines",
        [
          ("line", ["type": "integer"]), ("by", Schema.text), ("kind", Schema.text), ("time", Schema.text),
          ("version", Schema.text), ("text", Schema.text),
        ], needed: ["line", "by", "kind", "time", "version", "text"]), hints: .readOnly)
  }

  var limit: ResultLimit { .own }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let path = try surroundings.paths.document(try arguments.required("path"))
    let first = try arguments.count("first_line", most: .max) ?? 1
    let last = try arguments.count("last_line", most: .max) ?? .max
    let all: [BlameLine]
    do throws(VerbError) {
      all = try await surroundings.verbs.call(BlameRequest(path: path, caller: surroundings.reader))
    } catch { throw ToolFailure(error) }
    let wanted = all.filter { $0.line >= first && $0.line <= last }
    // No separator follows the last row.
    var room = ResultRoom(surroundings.budget.longest + 1)
    var rows: [ListedRows.Row] = []
    for line in wanted {
      let row = Self.row(line)
      guard room.takeOrEnd([row.text], isRequired: rows.isEmpty) else { break }
      rows.append(row)
    }
    var list = ListedRows(
      name: "lines", rows: rows, empty: "There are no such lines; the file has \(all.count).")
    if let next = wanted.dropFirst(rows.count).first?.line {
      list.more = ("[Stet: continue at line \(next): pass first_line \(next)]", nil)
    }
    // The lines are those of the file: the list already has only the lines of the page.
    return try list.result(ToolArguments([]), surroundings)
  }

  private static func row(_ line: BlameLine) -> ListedRows.Row {
    ListedRows.Row(
      text: "\(line.line) \(line.commit.hex.prefix(12)) \(line.author.words) \(line.time.prefix(10)): \(line.text)",
      value: [
        "line": .number(String(line.line)), "by": .string(line.author.name ?? line.author.kind),
        "kind": .string(line.author.kind), "time": .string(line.time), "version": .string(line.commit.hex),
        "text": .string(line.text),
      ])
  }
}
