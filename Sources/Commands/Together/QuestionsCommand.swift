package import ArgumentParser

/// `stet questions`: the commands for questions that a person must decide.
package struct QuestionsCommand: AsyncParsableCommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "questions", abstract: "List what you must decide, or answer it.",
    subcommands: [QuestionsListCommand.self, QuestionsAnswerCommand.self],
    defaultSubcommand: QuestionsListCommand.self)

  /// Creates a value whose properties the parser sets.
  package init() {}
}
