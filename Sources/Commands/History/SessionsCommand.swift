internal import ArgumentParser
internal import Sessions
internal import WorkspaceAPI

/// `stet sessions`: lists the sessions of agents.
struct SessionsCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "Show the sessions of agents: what each did, and how to take it back.",
    discussion: """
      Each with its first and last time. From the commits, of all computers, and from
      the record of what agents did on this one: reads and refusals are those of this
      computer. Sessions of 'stet run' have their status, such as Working... or
      Waiting for your input.

      EXAMPLES
        stet sessions
        stet sessions --agent "Claude Code" --since yesterday
        stet sessions --in Research --json
      """)

  @ParentCommand var stet: StetCommand
  @Option(name: .customShort("n"), help: ArgumentHelp("The most sessions to show.", valueName: "count")) var limit = 50
  @Option(
    help: ArgumentHelp("Only sessions of agents of this name.", valueName: "name"), completion: CompletionWords.agents)
  var agent: String?
  @Option(help: ArgumentHelp("Only this session.", valueName: "id"), completion: CompletionWords.sessions)
  var session: String?
  @Option(help: ArgumentHelp("Only what was done since then: 'yesterday', 7d, a date.", valueName: "time"))
  var since: String?
  @Option(help: ArgumentHelp("Only what was done until then.", valueName: "time")) var until: String?
  @Option(
    name: .customLong("in"), help: ArgumentHelp("Only what was done to this file or folder.", valueName: "path"),
    completion: CompletionWords.paths)
  var scope: String?
  @OptionGroup var output: OutputOptions

  /// Refuses a limit below one.
  func validate() throws {
    if limit < 1 { throw ValidationError("-n must be at least 1.") }
  }

  /// Shows the sessions, newest first.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let conditions = ChangeConditions(session: session, author: agent, since: since, until: until)
    let path = try folder.path(scope)
    var entries = try await verbs.call(SessionsRequest(limit: limit, path: path, conditions: conditions))
    let place = try SessionPlace(context)
    let travel = try await SessionTravel.open(place, context, fetches: false)
    let listed = Set(entries.compactMap(\.session))
    let statuses = Dictionary(
      try place.all(travel).filter { listed.contains($0.summary.plan.id) }.map {
        ($0.summary.plan.id, SessionRow($0.summary, place, $0.elsewhere).status)
      },
      uniquingKeysWith: { first, _ in first })
    for index in entries.indices { entries[index].status = entries[index].session.flatMap { statuses[$0] } }
    let isChosen = path != nil || !conditions.isEmpty
    let others = entries.isEmpty && isChosen ? try await verbs.call(SessionsRequest()) : []
    context.show(entries) { entries, style in
      others.isEmpty ? SessionsText.text(entries, style, offset: context.offset(at:)) : SessionsText.noMatch
    }
    guard entries.isEmpty else { return .done }
    let runs = (try? SessionShelf.ids(in: place.tree)) ?? []
    context.console.printError(
      SessionsText.remark(session: session, agent: agent, among: others, besides: runs))
    context.remark(onMissing: path, in: folder)
    return .done
  }
}
