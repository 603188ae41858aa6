internal import MCP
internal import Values
internal import WorkspaceAPI

/// `log`: shows the newest changes of the workspace that meet conditions.
struct LogTool: AgentTool {
  private static let most = 200
  /// The greatest number of files in a change's line.
  private static let mostNamed = 10
  private static let kinds = ["user", "agent", "unsure", "sync"]
  /// The session of the changes: in every tool, `session` is the caller's own.
  private static let session = "by_session"

  var definition: ToolDefinition {
    ToolDefinition(
      name: "log", title: "Log",
      description: """
        Lists the last changes of the workspace, newest first: version id, time, author, files. agent (a part of its \
        name), by_session (the session of the changes; session is your own), since and until (yesterday, 2 hours ago, \
        7d, a date), kind of author and path (a file or folder) limit them.
        """,
      input: Schema.object([
        ("agent", Schema.text), (Self.session, Schema.text), ("since", Schema.text), ("until", Schema.text),
        ("path", Schema.text), ("limit", Schema.count),
        ("kind", ["type": "string", "enum": .array(Self.kinds.map { .string($0) })]),
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
    let conditions = try Self.conditions(arguments)
    let path = try surroundings.paths.path(try arguments.given("path") ?? ".")
    var request = LogRequest(path: path, limit: limit + 1, caller: surroundings.reader)
    request.conditions = conditions
    let entries: [LogEntry]
    do throws(VerbError) {
      entries = try await surroundings.verbs.call(request)
      if entries.isEmpty { try await Self.requireSession(conditions.session, surroundings) }
      if entries.isEmpty, let path, conditions.isEmpty {
        throw VerbError(.notFound, "\(path) was never recorded.", path: path)
      }
    } catch { throw ToolFailure(error) }
    let isAll = path == nil && conditions.isEmpty
    var list = ListedRows(
      name: "changes", rows: entries.prefix(limit).map(Self.row),
      empty: isAll ? "Nothing is recorded yet" : "No changes")
    if entries.count > limit { list.more = ("[there are more: pass a greater limit]", nil) }
    return try list.result(arguments, surroundings)
  }

  /// Returns the conditions of a call, with the rules of `stet log`.
  private static func conditions(_ arguments: ToolArguments) throws(ToolFailure) -> ChangeConditions {
    let kind = try arguments.given("kind")
    guard kind.map(kinds.contains) ?? true else {
      throw ToolFailure("Invalid arguments: \"kind\" must be one of \(kinds.joined(separator: ", ")).")
    }
    let agent = try arguments.given("agent")
    guard agent?.isEmpty != true else { throw ToolFailure("Invalid arguments: \"agent\" must not be empty.") }
    guard agent == nil || kind == nil else {
      throw ToolFailure("Invalid arguments: \"agent\" names the author: leave \"kind\" out.")
    }
    return ChangeConditions(
      session: try arguments.given(session), kind: agent == nil ? kind : "agent", author: agent,
      since: try arguments.given("since"), until: try arguments.given("until"))
  }

  /// Refuses the id of a session of which nothing is on record.
  private static func requireSession(
    _ session: String?, _ surroundings: ToolSurroundings
  ) async throws(VerbError) {
    guard let session else { return }
    let known = try await surroundings.verbs.call(SessionsRequest()).compactMap(\.session)
    guard !known.contains(session) else { return }
    throw VerbError.unknown(
      "session", session, among: known, next: "Without \(Self.session), the tool log lists the changes with theirs.")
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
