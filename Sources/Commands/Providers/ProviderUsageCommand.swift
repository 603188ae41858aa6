internal import ArgumentParser
internal import WorkspaceAPI

/// `stet provider usage`: shows the recorded calls of models.
struct ProviderUsageCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "usage", abstract: "Show tokens and costs of the calls that were made for this workspace.",
    discussion: """
      Each call is a line in .git/stet/usage.jsonl, on this computer only. The table
      sums them up by ability and model; --json lists the calls too.

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
    let verbs = try await context.openForReading().verbs
    context.show(try await verbs.call(UsageRequest(since: since, until: until)), text: ProviderText.usage)
    return .done
  }
}
