package import ArgumentParser
package import WorkspaceAPI

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

/// `stet questions answer`: answers a question with one of its words.
package struct QuestionsAnswerCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answer a question with one of its words.",
    discussion: """
      The first four letters of an id are enough where no other begins so. A
      conflict is answered with current, other or both, as with `stet resolve`.

      EXAMPLES
        stet questions
        stet questions answer folder-emptied bring-back
        stet questions answer 7c1e29b0 other
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The question's id.") var id: String
  @Argument(help: "The answer, one of the two words that the list shows.") var word: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Sends the word as the answer to the question.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let verbs = try await context.open().verbs
    let question = try await verbs.call(AnswerRequest(id: id, word: word, caller: agent.caller("questions answer")))
    context.show(question, text: QuestionsText.answered)
    return .done
  }
}
