package import ArgumentParser
package import WorkspaceAPI

/// `stet policy check`: what agents may do with a file.
package struct PolicyCheckCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Show what agents may do with a file.",
    discussion: """
      EXAMPLES
        stet policy check Private/diary.md
        stet policy check Archive/2024.md --agent "Claude Code"
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file; it need not exist.", completion: .file()) var path: String
  @Option(help: ArgumentHelp("What this agent may do.", valueName: "name")) var agent: String?
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Shows what each tool of an agent may do with the file.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let name = try folder.path(path) as String
    let report = try await verbs.call(PolicyRequest(.check, path: name, agent: agent))
    context.show(report, text: PolicyText.answers)
    return .done
  }
}
