internal import MCP
internal import Values
internal import WorkspaceAPI

/// `log`: shows the newest changes of the whole workspace.
struct LogTool: AgentTool {
  private static let most = 200
  /// The greatest number of files in a change's line.
  private static let mostNamed = 10
  private static let kinds = ["user", "agent", "unsure", "sync"]

  var definition: ToolDefinition {
    ToolDefinition(
      name: "log", title: "Log",
      description: "Lists the last changes of the whole workspace: version id, time, author, files.",
      input: Schema.object([
        ("limit", Schema.count), ("kind", ["type": "string", "enum": .array(Self.kinds.map { .string($0) })]),
        (ResultPage.argument, Schema.count),
      ]),
      output: Schema.list(
        "changes",
        [
          ("version", Schema.text), ("time", Schema.text), ("by", Schema.text), ("kind", Schema.text),
          ("session", Schema.text), ("model", Schema.text), ("tool", Schema.text), ("subject", Schema.text),
          ("paths", ["type": "array", "items": Schema.text]),
        ], needed: ["version", "time", "by", "kind", "subject", "paths"]), hints: .readOnly)
  }

  var limit: ResultLimit { .own }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let limit = try arguments.count("limit", most: Self.most) ?? 20
    let kind = try arguments.given("kind")
    guard kind.map(Self.kinds.contains) ?? true else {
      throw ToolFailure("Invalid arguments: \"kind\" must be one of \(Self.kinds.joined(separator: ", ")).")
    }
    let entries: [LogEntry]
    do throws(VerbError) {
      entries = try await surroundings.verbs.call(
        LogRequest(limit: limit + 1, kind: kind, caller: surroundings.reader))
    } catch { throw ToolFailure(error) }
    var list = ListedRows(
      name: "changes", rows: entries.prefix(limit).map(Self.row), empty: "Nothing is recorded yet")
    if entries.count > limit { list.more = ("[there are more: pass a greater limit]", nil) }
    return try list.result(arguments, surroundings)
  }

  private static func row(_ entry: LogEntry) -> ListedRows.Row {
    let named = JSONMember(name: "paths", value: .array(entry.paths.prefix(mostNamed).map { .string($0) }))
    return ListedRows.Row(
      text: entry.line + names(entry), value: .object((entry.value.members ?? []) + [named]))
  }

  /// Returns the files in a change's line, unless its subject names the only one.
  private static func names(_ entry: LogEntry) -> String {
    let paths = entry.paths
    guard paths.count > 1 || paths.contains(where: { !entry.subject.utf8.contains($0.utf8) }) else { return "" }
    let more = paths.count > mostNamed ? " and \(paths.count - mostNamed) more" : ""
    return " (" + paths.prefix(mostNamed).map(ModelText.path).joined(separator: ", ") + more + ")"
  }
}
