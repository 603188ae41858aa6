internal import ArgumentParser
internal import Sessions
internal import WorkspaceAPI

/// `stet log`: shows recorded changes and their authors, newest first.
struct LogCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show who changed what, newest first.",
    discussion: """
      For a file or folder, the log includes held versions ('Hold …: why'): they are
      in no other machine's history. `stet read FILE --at COMMIT` shows one.

      With --operations: what was done as one and can be taken back as one with
      `stet undo ID`: all that an agent did in one go, a restore, an undo, a conflict
      that was settled, what came from another machine. The newest 50, unless -n says
      otherwise.

      A time is a date, 'yesterday', '2 hours ago', 7d, '15:40'. A day alone counts
      from its beginning with --since, and to its end with --until.

      EXAMPLES
        stet log
        stet log Research -n 20
        stet log --agent "Claude Code" --since yesterday
        stet log --session 42 --json
        stet log --since monday --until yesterday --in Research
        stet log --operations --agent codex -n 10
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "Only changes of this file or folder.", completion: CompletionWords.paths) var path: String?
  @Option(
    name: .customLong("in"), help: ArgumentHelp("The same, as an option.", valueName: "path"),
    completion: CompletionWords.paths)
  var scope: String?
  @Option(name: .customShort("n"), help: ArgumentHelp("The most changes to show.", valueName: "count")) var limit: Int?
  @Option(
    help: ArgumentHelp("Only changes by agents of this name.", valueName: "name"), completion: CompletionWords.agents)
  var agent: String?
  @Option(
    help: ArgumentHelp("Only changes of this agent session.", valueName: "id"), completion: CompletionWords.sessions)
  var session: String?
  @Option(name: .customLong("by"), help: ArgumentHelp("Only changes by: user, agent, unsure, sync.", valueName: "kind"))
  var kind: AuthorKind?
  @Option(help: ArgumentHelp("Only changes by an author of this name.", valueName: "name")) var author: String?
  @Option(help: ArgumentHelp("Only changes since then: 'yesterday', '2 hours ago', a date.", valueName: "time"))
  var since: String?
  @Option(help: ArgumentHelp("Only changes until then.", valueName: "time")) var until: String?
  @Flag(help: "Show operations, with the ids that `stet undo` takes.") var operations = false
  @OptionGroup var output: OutputOptions

  /// Refuses a limit below one, and options that exclude each other.
  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("-n must be at least 1.") }
    if path != nil, scope != nil { throw ValidationError("Name the file or folder once: with --in, or as it is.") }
    if agent != nil, kind != nil || author != nil {
      throw ValidationError("--agent names the author: leave --by and --author out.")
    }
    if agent?.isEmpty == true { throw ValidationError("--agent must not be empty.") }
  }

  private var conditions: ChangeConditions {
    ChangeConditions(
      session: session, kind: agent == nil ? kind?.rawValue : AuthorKind.agent.rawValue, author: agent ?? author,
      since: since, until: until)
  }

  /// Shows changes, or with `--operations` the operations that can be undone.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let path = try folder.path(path ?? scope)
    let conditions = conditions
    if operations {
      let entries = try await verbs.call(OperationsRequest(limit: limit ?? 50, path: path, conditions: conditions))
      if entries.isEmpty { try await requireSession(verbs, context) }
      let isAll = path == nil && conditions.isEmpty
      context.show(entries) { isAll ? OperationsText.text($0, $1) : OperationsText.chosen($0, $1) }
      if entries.isEmpty { context.remark(onMissing: path, in: folder) }
      return .done
    }
    var request = LogRequest(path: path, limit: limit)
    request.conditions = conditions
    let entries = try await verbs.call(request)
    if entries.isEmpty { try await requireSession(verbs, context) }
    if entries.isEmpty, let path, conditions.isEmpty {
      throw VerbError(
        .notFound, "\(path) was never recorded.", next: "'stet list' shows what is recorded.", path: path)
    }
    context.show(entries, text: LogText.text)
    if entries.isEmpty { context.remark(onMissing: path, in: folder) }
    return .done
  }

  /// Refuses a session id that is unknown both to this machine and to all commits.
  private func requireSession(_ verbs: any WorkspaceVerbs, _ context: CommandContext) async throws(VerbError) {
    guard let session else { return }
    guard try await verbs.call(LogRequest(limit: 1, session: session)).isEmpty else { return }
    let place = try SessionPlace(context)
    let runs = (try? SessionShelf.ids(in: place.tree)) ?? []
    let known = runs + (try await verbs.call(SessionsRequest()).compactMap(\.session))
    guard !known.contains(session) else { return }
    throw VerbError.unknown("session", session, among: known, next: "'stet sessions' shows all.")
  }
}
