internal import ArgumentParser
internal import WorkspaceAPI

/// `stet query`: finds documents by their front matter and attributes.
struct QueryCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Find documents by their front matter and attributes.",
    discussion: """
      Prints a table, or with --json a list of objects with the same columns.

      A key is a key of the front matter (status, author.name for a nested one), or
      path, name, folder, title, kind, createdAt, createdBy, createdKind, modifiedAt,
      modifiedBy, modifiedKind; matter.title is always a key of the front matter. The
      first and last author of a file match createdBy and modifiedBy by name, and by
      kind: user, agent.

      A condition is KEY=VALUE with =, !=, <, <=, >, >=, or 'KEY exists' or 'KEY
      missing'. Numbers, dates and times are compared as such, and a time may be in
      words ('modifiedAt>yesterday'). Of a list one element is enough. Upper and
      lower case of A to Z make no difference. All conditions must hold.

      A name in braces in --in is any folder, and a key: Research/{bookId}.

      NAMED QUERIES
      NAME begins with a query of .stet/queries.toml: a table [NAME] with about, in,
      where, sort, show and limit. --where adds to its conditions, --in narrows it,
      and the other options replace its values. 'research' is built in: documents in
      Research/{bookId}, with bookId, path, title and createdAt.

      EXAMPLES
        stet query research --where bookId=book_123
        stet query --in Research --where status=draft --sort -modifiedAt
        stet query --where 'rating>=4' --where 'tags=whales' --show path,rating
        stet query --where createdBy=agent --where 'createdAt>7d' --json
        stet query --names
      """)

  @ParentCommand var stet: StetCommand
  @Argument(
    help: ArgumentHelp("The named query to begin with.", valueName: "name"), completion: CompletionWords.queries)
  var query: String?
  @Option(
    name: .customLong("where"), parsing: .singleValue,
    help: ArgumentHelp("Only documents that fulfil this condition; repeatable.", valueName: "condition"))
  var conditions: [String] = []
  @Option(
    name: .customLong("in"), help: ArgumentHelp("Only this file, or below this folder.", valueName: "path"),
    completion: CompletionWords.paths)
  var scope: String?
  @Option(
    name: .customLong("sort"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Sort by these keys, -key in reverse; by path unless given.", valueName: "keys"))
  var sort: [String] = []
  @Option(
    name: .customLong("show"), parsing: .singleValue,
    help: ArgumentHelp("The columns; path, title and the keys in use unless given.", valueName: "keys"))
  var columns: [String] = []
  @Option(
    name: [.customShort("n"), .customLong("limit")],
    help: ArgumentHelp("The most documents to show (100).", valueName: "count"))
  var limit: Int?
  @Flag(name: .customLong("names"), help: "List the named queries.") var listsNames = false
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Refuses a limit below one or above the greatest, and `--names` with a query.
  func validate() throws {
    if let limit, !(1...QueryReport.most).contains(limit) {
      throw ValidationError("--limit must be from 1 to \(QueryReport.most).")
    }
    if listsNames, query != nil || !conditions.isEmpty || scope != nil {
      throw ValidationError("--names lists the named queries; it takes no query.")
    }
  }

  /// Shows the documents.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    guard !listsNames else {
      context.show(try await verbs.call(NamedQueriesRequest(caller: agent.caller("query"))), text: QueryText.names)
      return .done
    }
    let request = QueryRequest(
      query: query, path: try folder.path(scope), conditions: conditions, sort: Self.keys(sort),
      columns: Self.keys(columns), limit: limit, caller: agent.caller("query"))
    let console = context.console
    let report = try await verbs.call(request) { index in
      console.draw("The index is being built: \(index.done) of \(index.total) files")
    }
    console.draw("")
    if context.printsJSON {
      console.print(json: report.objects)
    } else {
      console.print(QueryText.table(report, console.style))
      if report.documents.isEmpty { console.printError("No document matches.\n") }
    }
    for note in report.notes { console.printError(note + "\n") }
    if report.documents.isEmpty { context.remark(onMissing: request.path, in: folder) }
    if report.hasMore {
      console.printError("There are more than \(report.documents.count) documents; --limit shows more.\n")
    }
    return .done
  }

  /// Returns the keys of options, each with one or several keys between commas.
  private static func keys(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }
}
