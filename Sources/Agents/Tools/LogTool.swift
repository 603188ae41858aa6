internal import MCP
internal import WorkspaceAPI

/// `log`: the newest changes of the whole workspace.
struct LogTool: AgentTool {
  private static let most = 200
  /// The most files of a change that its line names.
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

  var limit: ResultLimit { .paged }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let limit = try arguments.count("limit", most: Self.most) ?? 20
    let kind = try arguments.given("kind")
    guard kind.map(Self.kinds.contains) ?? true else {
      throw ToolFailure("Invalid arguments: \"kind\" must be one of \(Self.kinds.joined(separator: ", ")).")
    }
    let entries: [LogEntry]
    do throws(VerbError) {
      entries = try await surroundings.verbs.log(
        LogRequest(limit: limit + 1, kind: kind, caller: surroundings.reader))
    } catch { throw ToolFailure(error) }
    let shown = entries.prefix(limit)
    var text = shown.map { $0.line + Self.names($0.paths) }
    if text.isEmpty { text = ["Nothing is recorded yet"] }
    if entries.count > limit { text.append("[there are more: pass a greater limit]") }
    let values = shown.map { entry in
      JSONValue.object(
        (entry.value.members ?? [])
          + [JSONMember(name: "paths", value: .array(entry.paths.prefix(Self.most).map { .string($0) }))])
    }
    return .list(text.joined(separator: "\n"), "changes", values, next: nil)
  }

  /// The files of a change on its line, where its subject does not name the only one.
  private static func names(_ paths: [String]) -> String {
    guard paths.count > 1 else { return "" }
    let more = paths.count > mostNamed ? " and \(paths.count - mostNamed) more" : ""
    return " (" + paths.prefix(mostNamed).map(ModelText.path).joined(separator: ", ") + more + ")"
  }
}
