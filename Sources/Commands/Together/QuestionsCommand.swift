package import ArgumentParser

/// `stet questions`: the commands about what a person must decide.
package struct QuestionsCommand: AsyncParsableCommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "questions", abstract: "List what you must decide, or answer it.",
    subcommands: [QuestionsListCommand.self, QuestionsAnswerCommand.self],
    defaultSubcommand: QuestionsListCommand.self)

  /// Makes one whose values the parser fills in.
  package init() {}
}
