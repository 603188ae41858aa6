internal import MCP
internal import Values
internal import WorkspaceAPI

/// `query_documents`: finds documents by their front matter and attributes.
struct QueryDocumentsTool: AgentTool {
  private static let most = 1_000

  var definition: ToolDefinition {
    ToolDefinition(
      name: "query_documents", title: "Query Documents",
      description: """
        Finds documents by front matter and attributes (path, title, kind, createdAt, createdBy, modifiedAt, \
        modifiedBy). where: conditions such as status=draft, rating>=4, createdBy=agent, modifiedAt>yesterday, \
        "bookId exists", "bookId missing"; !=, <, <=, > too. query begins with a named one: research has bookId, path, \
        title and createdAt of Research/{bookId}. sort: keys, -key in reverse; show: the keys to return.
        """,
      input: Schema.object([
        ("query", Schema.text), ("where", Schema.texts), ("path", Schema.text), ("sort", Schema.texts),
        ("show", Schema.texts), ("limit", Schema.count), ("cursor", Schema.text), (ResultPage.argument, Schema.count),
      ]),
      output: Schema.list("documents", [("path", Schema.text)], needed: ["path"]), hints: .readOnly)
  }

  var limit: ResultLimit { .own }

  func call(_ arguments: ToolArguments, in surroundings: ToolSurroundings) async throws(ToolFailure) -> ToolResult {
    let limit = try arguments.count("limit", most: Self.most)
    let skip = try arguments.skip(of: "query_documents")
    let lists = try arguments.read { arguments throws(ArgumentFault) in
      (
        conditions: try arguments.texts("where"), sort: try arguments.texts("sort"),
        columns: try arguments.texts("show")
      )
    }
    var request = QueryRequest(
      query: try arguments.given("query"), path: try surroundings.paths.path(try arguments.given("path") ?? "."),
      conditions: lists.conditions, sort: lists.sort, columns: lists.columns, limit: limit)
    request.skip = skip
    request.caller = surroundings.reader
    let tell = surroundings.progress
    let report: QueryReport
    do throws(VerbError) {
      report = try await surroundings.verbs.call(request) { index in
        tell?(
          ToolProgress(done: index.done, message: "building the search index: \(index.done) of \(index.total) files"))
      }
    } catch { throw ToolFailure(error) }
    var list = ListedRows(
      name: "documents", rows: report.documents.map { Self.row($0, report.columns) }, empty: "No documents found")
    if report.hasMore {
      let next = String(skip + report.documents.count)
      list.more = ("[there are more: pass cursor \"\(next)\"]", next)
    }
    return try list.result(arguments, surroundings).telling(report.notes)
  }

  /// Returns a document's line, its path and the other columns as JSON, and its values.
  private static func row(_ document: QueryReport.Document, _ columns: [String]) -> ListedRows.Row {
    let members = zip(columns, document.values).filter { $0 != "path" && $1 != .null }
      .map { JSONMember(name: $0, value: $1) }
    let path = JSONMember(name: "path", value: .string(document.path))
    let text =
      members.isEmpty ? "" : " " + ModelText.sentence(String(decoding: JSONValue.object(members).line, as: UTF8.self))
    return ListedRows.Row(text: ModelText.name(document.path) + text, value: .object([path] + members))
  }
}
