internal import ArgumentParser
internal import WorkspaceAPI

/// `stet policy check`: shows the permissions of agents for a file.
struct PolicyCheckCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Show what agents may do with a file.",
    discussion: """
      EXAMPLES
        stet policy check Private/diary.md
        stet policy check Archive/2024.md --agent "Claude Code"
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file; it need not exist.", completion: CompletionWords.paths) var path: String
  @Option(
    help: ArgumentHelp("Show the permissions of this agent.", valueName: "name"), completion: CompletionWords.agents)
  var agent: String?
  @OptionGroup var output: OutputOptions

  /// Shows the permission for each act of an agent on the file.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let name = try folder.path(path) as String
    let report = try await verbs.call(PolicyRequest(.check, path: name, agent: agent))
    context.show(report, text: PolicyText.answers)
    return .done
  }
}
