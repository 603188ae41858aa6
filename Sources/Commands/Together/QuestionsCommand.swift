internal import ArgumentParser
internal import WorkspaceAPI

/// `stet questions`: the commands for questions that a person must decide.
struct QuestionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "questions", abstract: "List what you must decide, or answer it.",
    subcommands: [QuestionsListCommand.self, QuestionsAnswerCommand.self],
    defaultSubcommand: QuestionsListCommand.self)
}

/// `stet questions list`: lists the open questions.
struct QuestionsListCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what you must decide.",
    discussion: """
      Conflicts, safety stops, a branch that was moved back, a remote whose history
      was rewritten or is another one: each with what was seen, what is untouched
      meanwhile, and the two commands that answer it.

      Exits with 3 if something is open, with 0 if nothing is.
      """)

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Lists the questions; returns the status of a question while one is open.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let questions = try await verbs.call(QuestionsRequest()) + SessionQuestions.open(context)
    let place = questions.isEmpty ? "" : context.place(of: folder)
    context.show(questions) { place + QuestionsText.text($0, $1) }
    return questions.isEmpty ? .done : .question
  }
}

/// `stet questions answer`: answers a question with one of its words.
struct QuestionsAnswerCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answer a question with one of its words.",
    discussion: """
      The first four letters of an id are enough if no other begins so. A
      conflict is answered with current, other or both, as with `stet resolve`.

      EXAMPLES
        stet questions
        stet questions answer folder-emptied bring-back
        stet questions answer 7c1e29b0 other
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The question's id.") var id: String
  @Argument(help: "The answer, one of the two words that the list shows.") var word: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Sends the word as the answer to the question.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    if let session = SessionQuestions.session(id) {
      return try await SessionResumeCommand.resume(
        session.id, answer: word, asked: session.time, agent: agent.agent, context)
    }
    let verbs = try await context.open().verbs
    let question = try await verbs.call(AnswerRequest(id: id, word: word, caller: agent.caller("questions answer")))
    context.show(question, text: QuestionsText.answered)
    return .done
  }
}
