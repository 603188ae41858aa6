internal import ArgumentParser
internal import WorkspaceAPI

/// `stet activity`: shows a day at a glance.
struct ActivityCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "activity", abstract: "Show a day at a glance: who changed how much, and where.",
    discussion: """
      Without a day: today. Files are folded by their first folder; `stet log` shows
      each change, with the same options. Reads and refusals of agents are those of
      this computer.

      EXAMPLES
        stet activity
        stet activity yesterday
        stet activity 2026-05-01 --in Research
        stet activity --since monday --agent codex
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The day, such as 'yesterday' or 2026-05-01; or since when, such as 2h.") var day: String?
  @Option(help: ArgumentHelp("Instead of a day: from then on.", valueName: "time")) var since: String?
  @Option(help: ArgumentHelp("Instead of a day: until then.", valueName: "time")) var until: String?
  @Option(help: ArgumentHelp("Only agents of this name.", valueName: "name"), completion: CompletionWords.agents)
  var agent: String?
  @Option(help: ArgumentHelp("Only this agent session.", valueName: "id"), completion: CompletionWords.sessions)
  var session: String?
  @Option(
    name: .customLong("in"), help: ArgumentHelp("Only this file or folder.", valueName: "path"),
    completion: CompletionWords.paths)
  var scope: String?
  @OptionGroup var output: OutputOptions

  /// Refuses a day together with a span.
  func validate() throws {
    if day != nil, since != nil || until != nil {
      throw ValidationError("Name a day, or a span with --since and --until, not both.")
    }
  }

  /// Shows the summary.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let day = since == nil && until == nil ? day ?? "today" : nil
    let conditions = ChangeConditions(
      session: session, kind: agent == nil ? nil : AuthorKind.agent.rawValue, author: agent, since: since, until: until)
    let request = ActivityRequest(day: day, path: try folder.path(scope), conditions: conditions)
    let report = try await verbs.call(request)
    context.show(report, text: ActivityText.text)
    if report.authors.isEmpty { context.remark(onMissing: request.path, in: folder) }
    return .done
  }
}
