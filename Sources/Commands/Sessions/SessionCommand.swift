internal import ArgumentParser
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// `stet session`: the commands for runs of agents that survive.
struct SessionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Show the runs of 'stet run', and continue them.",
    discussion: """
      A session is durable: each of its steps is on disk, in
      .git/stet/sessions/ID/log.jsonl, before the step has an effect. After a power
      cut or a kill it continues with the next call of a tool, and nothing is done
      twice. The beginning of an id is enough if no other begins so.

      EXAMPLES
        stet session
        stet session show 7k2 --json
        stet session export 7k2 > run.md
      """,
    subcommands: [
      SessionListCommand.self, SessionShowCommand.self, SessionExportCommand.self, SessionResumeCommand.self,
      SessionPauseCommand.self, SessionCancelCommand.self, SessionTakeOverCommand.self, SessionTravelCommand.self,
    ],
    defaultSubcommand: SessionListCommand.self)
}

/// `stet session list`: lists the sessions.
struct SessionListCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the sessions, the one that changed last first.")

  @ParentCommand var stet: StetCommand
  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp("The most sessions to show; all unless given.", valueName: "count"))
  var limit: Int?
  @OptionGroup var output: OutputOptions

  /// Refuses a limit below one.
  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
  }

  /// Shows the sessions.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let place = try SessionPlace(context)
    let travel = try await SessionTravel.open(place, context)
    var damaged: [String] = []
    let all = try place.all(travel) { damaged = $0 }
    let rows = all.prefix(limit ?? .max).map { SessionRow($0.summary, place, $0.elsewhere) }
    travel?.warn(context.console)
    context.show(rows, text: SessionText.list)
    for id in damaged {
      context.console.printError(
        "stet: the log of session \(id) is damaged; 'stet session export \(id)' shows what can be read.\n")
    }
    return .done
  }
}

/// `stet session show`: shows one session.
struct SessionShowCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a session: its state, what it used, and the last answer.",
    discussion: """
      With --json it is the checkpoint from which the session continues: sessionId,
      conversationHistory, pendingToolCalls, partialResults and timestamp. The text
      of an answer without an end is among partialResults, with isInterrupted if it
      broke off.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The session's id.") var id: String
  @OptionGroup var output: OutputOptions

  /// Shows the session.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let place = try SessionPlace(context)
    let (id, session) = try place.find(id, await SessionTravel.open(place, context))
    let (_, record) = try place.session(id, session == nil ? .here : .elsewhere)
    if context.printsJSON {
      let isRunning = session == nil && place.runner(of: id) != nil
      context.console.print(json: SessionCheckpoint.value(record, isRunning: isRunning))
    } else {
      let row = SessionRow(SessionSummary(record), place, session)
      context.console.print(SessionText.details(row, record, context.console.style))
    }
    return .done
  }
}

/// `stet session export`: prints the conversation of a session.
struct SessionExportCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the conversation of a session as Markdown.",
    discussion: "With --json it is the log itself, a line of JSON a step.")

  @ParentCommand var stet: StetCommand
  @Argument(help: "The session's id.") var id: String
  @OptionGroup var output: OutputOptions

  /// Prints the conversation.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let place = try SessionPlace(context)
    let (id, session) = try place.find(id, await SessionTravel.open(place, context))
    let (lines, record) = try place.session(id, session == nil ? .here : .elsewhere)
    if context.printsJSON {
      for line in lines { context.console.print(line.bytes) }
    } else {
      context.console.print(Array(SessionConversation.markdown(record).utf8))
    }
    return .done
  }
}
