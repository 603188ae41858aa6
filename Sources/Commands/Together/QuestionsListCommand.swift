package import ArgumentParser
package import WorkspaceAPI

/// `stet questions list`: list what you must decide.
package struct QuestionsListCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what you must decide.",
    discussion: """
      Conflicts, safety stops, a branch that was moved back, a remote whose history
      was rewritten or is another one: each with what was seen, what is untouched
      meanwhile, and the two commands that answer it.

      Exits with 3 where something is open, with 0 where nothing is.
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Lists the questions; itself one while any is open.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let questions = try await context.openForReading().verbs.call(QuestionsRequest())
    context.show(questions, text: QuestionsText.text)
    return questions.isEmpty ? .done : .question
  }
}
