internal import MCP
internal import Synchronization
internal import Values
internal import WorkspaceAPI

/// `search_text`: finds documents by their words, and lines by a text.
struct SearchTextTool: AgentTool {
  private static let most = 500

  var definition: ToolDefinition {
    ToolDefinition(
      name: "search_text", title: "Search Text",
      description: """
        Finds documents by the words of query, best first, each with its title and best line: words, "phrases", \
        beginnings*, -unwanted, OR; accents and case are ignored. by (user, agent, a name), since and until (7d, \
        yesterday, a date) and field (status=draft, rating>=4, author.name=Ada) limit them. Finds instead every line \
        that contains text, or with regex matches a regular expression (Perl's); context adds lines around each. path and \
        glob (*.md, Notes/**) limit the files. Protected and large files are left out.
        """,
      input: Schema.object([
        ("query", Schema.text), ("text", Schema.text), ("path", Schema.text),
        ("glob", Schema.text), ("regex", Schema.flag), ("caseSensitive", Schema.flag), ("context", Schema.count),
        ("by", Schema.text), ("since", Schema.text), ("until", Schema.text), ("field", Schema.text),
        ("limit", Schema.count), ("cursor", Schema.text), (ResultPage.argument, Schema.count),
      ]),
      output: Schema.list(
        "matches",
        [
          ("path", Schema.text), ("line", ["type": "integer"]), ("text", Schema.text), ("title", Schema.text),
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
    let skip = try arguments.skip(of: "search_text")
    let conditions = WordConditions(
      author: try arguments.given("by"), since: try arguments.given("since"), until: try arguments.given("until"),
      fields: try arguments.given("field").map { [$0] } ?? [])
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
    if name == "query", !flags.regex, !flags.exact, context == nil {
      request.words = conditions
    } else if conditions != WordConditions() {
      throw ToolFailure("by, since, until and field apply to a query of words, without text, regex or context.")
    }
    request.tellsProgress = true
    let note = Mutex<String?>(nil)
    let tell = surroundings.progress.map(Self.listener)
    var hits: [SearchHit]
    do throws(VerbError) {
      hits = try await surroundings.verbs.call(request) { progress in
        if let said = progress.note { note.withLock { $0 = said } } else { tell?(progress) }
      }
    } catch { throw ToolFailure(error) }
    let next = hits.count > limit ? String(skip + limit) : nil
    hits = Array(hits.prefix(limit))
    var list = ListedRows(
      name: "matches", rows: hits.map { ListedRows.Row(text: Self.text($0), value: Self.value($0)) },
      empty: Self.nothing(request, in: try arguments.given("path")))
    if hits.contains(where: { $0.before?.isEmpty == false || $0.after?.isEmpty == false }) { list.separator = "\n--\n" }
    list.more = next.map { ("[there are more: pass cursor \"\($0)\"]", $0) }
    let result = try list.result(arguments, surroundings)
    return note.withLock { $0 }.map { result.telling([$0]) } ?? result
  }

  /// Reports the progress of a search to a client: its end is unknown, so the number is the elapsed time.
  private static func listener(
    _ tell: @escaping @Sendable (ToolProgress) -> Void
  ) -> @Sendable (SearchProgress) -> Void {
    { progress in
      if let index = progress.index {
        let message = "building the search index: \(index.done) of \(index.total) files"
        return tell(ToolProgress(done: progress.milliseconds, message: message))
      }
      let lines = Counted.text(progress.lines, "line")
      let files = Counted.text(progress.files, "file")
      tell(ToolProgress(done: progress.milliseconds, message: "\(lines) found in \(files)"))
    }
  }

  /// Returns the sentence about a search without matches: it names the conditions, which may be the reason.
  private static func nothing(_ request: SearchRequest, in path: String?) -> String {
    let words = request.words
    let values = [
      ("path", path == "." || path == "" ? nil : path), ("glob", request.glob), ("by", words?.author),
      ("since", words?.since), ("until", words?.until),
    ]
    var conditions = values.compactMap { name, value in value.map { "\(name) \(ModelText.name($0))" } }
    conditions += (words?.fields ?? []).map { "field \(ModelText.name($0))" }
    return conditions.isEmpty ? "No matches found" : "No matches found with \(conditions.joined(separator: ", "))"
  }

  private static func text(_ hit: SearchHit) -> String {
    let path = ModelText.name(hit.path)
    let first = hit.line - (hit.before?.count ?? 0)
    let before = (hit.before ?? []).enumerated().map { "\(path)-\(first + $0.offset)-\($0.element)" }
    let after = (hit.after ?? []).enumerated().map { "\(path)-\(hit.line + 1 + $0.offset)-\($0.element)" }
    let title = hit.title.map { " (\(ModelText.name($0)))" } ?? ""
    return (before + ["\(path):\(hit.line):\(hit.text)\(title)"] + after).joined(separator: "\n")
  }

  private static func value(_ hit: SearchHit) -> JSONValue {
    var members = [
      JSONMember(name: "path", value: .string(hit.path)), JSONMember(name: "line", value: .number(String(hit.line))),
      JSONMember(name: "text", value: .string(hit.text)),
    ]
    if let title = hit.title { members.append(JSONMember(name: "title", value: .string(title))) }
    for (name, lines) in [("before", hit.before), ("after", hit.after)] {
      if let lines { members.append(JSONMember(name: name, value: .array(lines.map { .string($0) }))) }
    }
    return .object(members)
  }
}
