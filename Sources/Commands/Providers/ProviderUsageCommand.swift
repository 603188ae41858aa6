internal import ArgumentParser
internal import WorkspaceAPI

/// `stet provider usage`: shows the recorded calls of models.
struct ProviderUsageCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "usage", abstract: "Show tokens and costs of the calls that were made for this workspace.",
    discussion: """
      Sums up the calls of abilities, sessions and 'stet provider check --call' by
      ability and model; --json lists the calls too. The record is on this computer
      only, unless 'stet session travel on' lets it travel. 'stet cost' sums up the
      same calls by session, agent or day.

      EXAMPLES
        stet provider usage
        stet provider usage --since 7d
      """)

  @ParentCommand var stet: StetCommand
  @Option(help: ArgumentHelp("Only calls since then: 7d, 'yesterday', a date.", valueName: "time")) var since: String?
  @Option(help: ArgumentHelp("Only calls not after then.", valueName: "time")) var until: String?
  @OptionGroup var output: OutputOptions

  /// Shows the sums.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    await SessionTravel.refresh(try SessionPlace(context), context)
    let verbs = try await context.openForReading().verbs
    let report = try await verbs.call(UsageRequest(since: since, until: until))
    let advice = PriceAdvice.missing(report.calls.filter { $0.dollars == nil }.map { ($0.provider, $0.model) }, context)
    context.show(report) { ProviderText.usage($0, advice, $1) }
    if let problem = report.problem {
      context.console.printError("stet: The figures are a lower bound: \(TerminalText.name(problem)).\n")
    }
    return .done
  }
}
