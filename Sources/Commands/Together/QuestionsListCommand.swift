package import ArgumentParser
package import WorkspaceAPI

/// `stet questions list`: lists the open questions.
package struct QuestionsListCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what you must decide.",
    discussion: """
      Conflicts, safety stops, a branch that was moved back, a remote whose history
      was rewritten or is another one: each with what was seen, what is untouched
      meanwhile, and the two commands that answer it.

      Exits with 3 where something is open, with 0 where nothing is.
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Lists the questions; returns the status of a question while one is open.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let questions = try await context.openForReading().verbs.call(QuestionsRequest())
    context.show(questions, text: QuestionsText.text)
    return questions.isEmpty ? .done : .question
  }
}
