internal import MCP
internal import Values
internal import WorkspaceAPI

/// `search_text`: finds the lines that contain a text.
struct SearchTextTool: AgentTool {
  private static let most = 500

  var definition: ToolDefinition {
    ToolDefinition(
      name: "search_text", title: "Search Text",
      description: """
        Finds lines that contain a text, or with regex match a regular expression (Perl's). path and glob (*.md, \
        Notes/**) limit the files, context adds lines around each. Protected and large files are left out.
        """,
      input: Schema.object([
        ("query", Schema.text), ("text", Schema.text("The same as query.")), ("path", Schema.text),
        ("glob", Schema.text), ("regex", Schema.flag), ("caseSensitive", Schema.flag), ("context", Schema.count),
        ("limit", Schema.count), ("cursor", Schema.text), (ResultPage.argument, Schema.count),
      ]),
      output: Schema.list(
        "matches",
        [
          ("path", Schema.text), ("line", ["type": "integer"]), ("text", Schema.text),
          ("before", ["type": "array", "items": Schema.text]), ("after", ["type": "array", "items": Schema.text]),
        ], needed: ["path", "line", "text"]), hints: .readOnly)
  }

  var limit: ResultLimit { .own }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let limit = try arguments.count("limit", most: Self.most) ?? 100
    let flags = try arguments.read { arguments throws(ArgumentFault) in
      (regex: try arguments.flag("regex"), exact: try arguments.flag("caseSensitive"))
    }
    let context = try arguments.read { arguments throws(ArgumentFault) in try arguments.integer(ifGiven: "context") }
    var skip = 0
    if let cursor = try arguments.given("cursor") {
      guard let place = Int(cursor), (0...1_000_000).contains(place) else {
        throw ToolFailure("This cursor was not given out by search_text.")
      }
      skip = place
    }
    let name = try arguments.given("query") != nil ? "query" : try arguments.given("text") != nil ? "text" : "query"
    var request = SearchRequest(
      text: try arguments.required(name),
      path: try surroundings.paths.path(try arguments.given("path") ?? "."),
      caseSensitive: flags.exact, limit: limit + 1, isRegex: flags.regex)
    request.caller = surroundings.reader
    request.shown = limit
    request.glob = try arguments.given("glob")
    request.skip = skip
    request.context = context.map { min(max($0, 0), 20) }
    if surroundings.progress != nil { request.tellsProgress = true }
    var hits: [SearchHit]
    do throws(VerbError) {
      hits = try await surroundings.verbs.call(request, hear: surroundings.progress.map(Self.listener))
    } catch { throw ToolFailure(error) }
    let next = hits.count > limit ? String(skip + limit) : nil
    hits = Array(hits.prefix(limit))
    var list = ListedRows(
      name: "matches", rows: hits.map { ListedRows.Row(text: Self.text($0), value: Self.value($0)) },
      empty: "No matches found")
    if hits.contains(where: { $0.before?.isEmpty == false || $0.after?.isEmpty == false }) { list.separator = "\n--\n" }
    list.more = next.map { ("[there are more: pass cursor \"\($0)\"]", $0) }
    return try list.result(arguments, surroundings)
  }

  /// Reports the progress of a search to a client: its end is unknown, so the number is the elapsed time.
  private static func listener(
    _ tell: @escaping @Sendable (ToolProgress) -> Void
  ) -> @Sendable (SearchProgress) -> Void {
    { progress in
      let lines = progress.lines == 1 ? "1 line" : "\(progress.lines) lines"
      let files = progress.files == 1 ? "1 file" : "\(progress.files) files"
      tell(ToolProgress(done: progress.milliseconds, message: "\(lines) found in \(files)"))
    }
  }

  private static func text(_ hit: SearchHit) -> String {
    let path = ModelText.name(hit.path)
    let first = hit.line - (hit.before?.count ?? 0)
    let before = (hit.before ?? []).enumerated().map { "\(path)-\(first + $0.offset)-\($0.element)" }
    let after = (hit.after ?? []).enumerated().map { "\(path)-\(hit.line + 1 + $0.offset)-\($0.element)" }
    return (before + ["\(path):\(hit.line):\(hit.text)"] + after).joined(separator: "\n")
  }

  private static func value(_ hit: SearchHit) -> JSONValue {
    var members = [
      JSONMember(name: "path", value: .string(hit.path)), JSONMember(name: "line", value: .number(String(hit.line))),
      JSONMember(name: "text", value: .string(hit.text)),
    ]
    for (name, lines) in [("before", hit.before), ("after", hit.after)] {
      if let lines { members.append(JSONMember(name: name, value: .array(lines.map { .string($0) }))) }
    }
    return .object(members)
  }
}
