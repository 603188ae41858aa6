internal import ArgumentParser
internal import Synchronization
internal import WorkspaceAPI

/// `stet search`: finds documents by their words, and lines by a text.
struct SearchCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find documents by their words, best first.",
    discussion: """
      A query has words, "phrases", beginnings*, -unwanted words and OR between
      two alternatives. Upper and lower case and accents make no difference. Each
      document is shown once, with its title and its best line.

      With --exact or --regex: every line that holds the text or the expression
      (Perl's), as it is recorded. --exact ignores case unless --case is given.

      EXAMPLES
        stet search "blue whale -krill"
        stet search '"blue whale" OR dolphin*' --in Research
        stet search whale --by agent --since 7d
        stet search whale --field status=draft --field 'rating>=4' --limit 5
        stet search "f(x) =" --exact --case
        stet search 'TODO|FIXME' --regex --in Projects
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The words, or the text; quote several for the shell.") var text: String
  @Argument(help: "The same as --in.", completion: CompletionWords.paths) var path: String?
  @Option(
    name: .customLong("in"), help: ArgumentHelp("Only this file, or below this folder.", valueName: "path"),
    completion: CompletionWords.paths)
  var scope: String?
  @Option(
    name: .customLong("by"),
    help: ArgumentHelp(
      "Only documents that were written first or last by: user, agent, or a name.", valueName: "author"),
    completion: CompletionWords.authors)
  var author: String?
  @Option(help: ArgumentHelp("Only documents changed since then: 7d, 'yesterday', a date.", valueName: "time"))
  var since: String?
  @Option(help: ArgumentHelp("Only documents not changed after then.", valueName: "time")) var until: String?
  @Option(
    name: .customLong("field"), parsing: .singleValue,
    help: ArgumentHelp(
      "Only documents that fulfil this condition, as in 'stet query'; repeatable.",
      valueName: "condition"))
  var fields: [String] = []
  @Option(
    name: [.customShort("n"), .customLong("limit")],
    help: ArgumentHelp("The most documents (20) or lines (1000) to show.", valueName: "count"))
  var limit: Int?
  @Flag(help: "Find every line that holds the text.") var exact = false
  @Flag(help: "Find every line that matches the expression.") var regex = false
  @Flag(name: .customLong("case"), help: "Take upper and lower case as different; with --exact or --regex.")
  var isCaseSensitive = false
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// The greatest number of hits; a greater limit is the same.
  private static let mostHits = 1 << 29

  private var findsLines: Bool { exact || regex || isCaseSensitive }

  /// Refuses an empty text, a limit below one, and options that exclude each other.
  func validate() throws {
    if text.isEmpty { throw ValidationError("The text must not be empty.") }
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    if path != nil, scope != nil { throw ValidationError("Name the folder once: with --in, or behind the text.") }
    if exact, regex { throw ValidationError("--exact and --regex exclude each other.") }
    if findsLines, author != nil || since != nil || until != nil || !fields.isEmpty {
      throw ValidationError("--by, --since, --until and --field apply to a search for words.")
    }
  }

  /// Shows the documents with the words, or the lines that contain the text.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let most = min(limit ?? (findsLines ? 1_000 : 20), Self.mostHits)
    let conditions = WordConditions(author: author, since: since, until: until, fields: fields)
    var request = SearchRequest(
      text: text, path: try folder.path(scope ?? path), caseSensitive: isCaseSensitive, limit: most + 1,
      isRegex: regex ? true : nil)
    request.caller = agent.caller("search")
    request.shown = most
    request.words = findsLines ? nil : conditions
    request.tellsProgress = true
    let note = Mutex<String?>(nil)
    let console = context.console
    let found = try await verbs.call(request) { progress in
      if let index = progress.index { console.draw("The index is being built: \(index.done) of \(index.total) files") }
      if let said = progress.note { note.withLock { $0 = said } }
    }
    console.draw("")
    let hits = Array(found.prefix(most))
    context.show(hits) { hits, style in
      findsLines ? SearchText.text(hits, searched: text, style) : DocumentText.text(hits, style)
    }
    if let said = note.withLock({ $0 }) { console.printError(said + "\n") }
    if hits.isEmpty {
      let none = NoHitText(text: text, isLines: findsLines, place: scope ?? path, conditions: conditions)
      if !context.printsJSON { console.printError(none.sentence + "\n") }
      context.remark(onMissing: request.path, in: folder)
    }
    if found.count > most {
      console.printError("There are more than \(most) \(findsLines ? "lines" : "documents"); --limit shows more.\n")
    }
    return .done
  }
}
