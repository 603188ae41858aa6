internal import MCP
internal import Values
internal import WorkspaceAPI

/// `file_history`: shows the authors and times of the changes of a file or folder.
struct FileHistoryTool: AgentTool {
  private static let most = 200

  var definition: ToolDefinition {
    ToolDefinition(
      name: "file_history", title: "File History",
      description: """
        Lists the changes of a file or folder, newest first, also of a deleted one: version id, time, author. \
        diff_versions and restore_version take the ids.
        """,
      input: Schema.object(
        [("path", Schema.text), ("limit", Schema.count), (ResultPage.argument, Schema.count)], required: ["path"]),
      output: Schema.list(
        "versions",
        [
          ("version", Schema.text), ("time", Schema.text), ("by", Schema.text), ("kind", Schema.text),
          ("session", Schema.text), ("model", Schema.text), ("tool", Schema.text), ("subject", Schema.text),
        ], needed: ["version", "time", "by", "kind", "subject"]), hints: .readOnly)
  }

  var limit: ResultLimit { .own }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let name = try arguments.required("path")
    let path = try surroundings.paths.path(name)
    let limit = try arguments.count("limit", most: Self.most) ?? 20
    let entries: [LogEntry]
    do throws(VerbError) {
      entries = try await surroundings.verbs.call(LogRequest(path: path, limit: limit + 1, caller: surroundings.reader))
    } catch { throw ToolFailure(error) }
    guard !entries.isEmpty else { throw ToolFailure("Nothing is recorded of \(ModelText.path(name)).") }
    var list = ListedRows(
      name: "versions", rows: entries.prefix(limit).map { ListedRows.Row(text: $0.line, value: $0.value) }, empty: "")
    if entries.count > limit { list.more = ("[there are more: pass a greater limit]", nil) }
    return try list.result(arguments, surroundings)
  }
}

extension LogEntry {
  /// The change as a line for the model.
  var line: String {
    let origin = [tool, model, author.session.map { "session \($0)" }].compactMap(\.self).map(ModelText.author)
    let made = origin.isEmpty ? "" : " (\(origin.joined(separator: ", ")))"
    return "\(commit.hex.prefix(12)) \(time) \(author.words): \(ModelText.line(subject))\(made)"
  }

  /// The change for programs.
  var value: JSONValue {
    let texts: [(String, String?)] = [
      ("version", commit.hex), ("time", time), ("by", author.name ?? author.kind), ("kind", author.kind),
      ("session", author.session), ("model", model), ("tool", tool), ("subject", subject),
    ]
    return .object(texts.compactMap { name, text in text.map { JSONMember(name: name, value: .string($0)) } })
  }
}
