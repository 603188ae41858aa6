internal import MCP
internal import WorkspaceAPI

/// `blame`: who wrote each line of a file.
struct BlameTool: AgentTool {
  var definition: ToolDefinition {
    ToolDefinition(
      name: "blame", title: "Blame",
      description: "Tells who wrote each line of a file, and when.",
      input: Schema.object(
        [("path", Schema.text), ("first_line", Schema.count), ("last_line", Schema.count)], required: ["path"]),
      output: Schema.list(
        "lines",
        [
          ("line", ["type": "integer"]), ("by", Schema.text), ("kind", Schema.text), ("time", Schema.text),
          ("version", Schema.text), ("text", Schema.text),
        ], needed: ["line", "by", "kind", "time", "version", "text"]), hints: .readOnly)
  }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let path = try surroundings.paths.document(try arguments.required("path"))
    let first = try arguments.count("first_line", most: .max) ?? 1
    let last = try arguments.count("last_line", most: .max) ?? .max
    let all: [BlameLine]
    do throws(VerbError) {
      all = try await surroundings.verbs.blame(PathRequest(path: path, caller: surroundings.reader))
    } catch { throw ToolFailure(error) }
    let wanted = all.filter { $0.line >= first && $0.line <= last }
    var text: [String] = []
    var length = 0
    for line in wanted {
      let row = "\(line.line) \(line.author.words) \(line.time.prefix(10)): \(line.text)"
      length += row.unicodeScalars.count + 1
      guard length <= LineExcerpt.usual || text.isEmpty else { break }
      text.append(row)
    }
    let lines = wanted.prefix(text.count)
    if lines.isEmpty { text = ["There are no such lines; the file has \(all.count)."] }
    if let next = wanted.dropFirst(lines.count).first?.line {
      text.append("[Stet: continue at line \(next): pass first_line \(next)]")
    }
    let values: [JSONValue] = lines.map { line in
      [
        "line": .number(String(line.line)), "by": .string(line.author.name ?? line.author.kind),
        "kind": .string(line.author.kind), "time": .string(line.time), "version": .string(line.commit.hex),
        "text": .string(line.text),
      ]
    }
    return .list(text.joined(separator: "\n"), "lines", values, next: nil)
  }
}
