package import ArgumentParser
package import WorkspaceEngine

/// `stet questions list`: list what you must decide.
package struct QuestionsListCommand: StetSubcommand {
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what you must decide.",
    discussion: """
      Listing exits with 0, whether something is open or not.
      """)

  @ParentCommand package var stet: StetCommand
  @OptionGroup package var output: OutputOptions

  package init() {}

  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await context.open().verbs.questions(), text: QuestionsText.text)
    return .done
  }
}
