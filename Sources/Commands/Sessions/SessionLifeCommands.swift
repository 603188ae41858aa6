internal import ArgumentParser
internal import DaemonClient
internal import Sessions
internal import WorkspaceAPI

/// `stet session resume`: goes on with a session.
struct SessionResumeCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Continue a session, with an answer if it waits for one.",
    discussion: """
      A session that was killed continues with the next call of a tool. A call that
      may have been carried out is looked up first, so that it happens once.

      EXAMPLES
        stet session resume 7k2
        stet session resume 7k2 --answer allow

      Only a person answers, never an agent. As with 'stet run', a session with a
      large budget asks first on a metered network and on a battery under 20 %, and
      is queued without a terminal; --now runs it all the same.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The session's id.") var id: String
  @Option(help: ArgumentHelp("The answer to the question of the session.", valueName: "text")) var answer: String?
  @Flag(help: "Return at once; the session runs on.") var background = false
  @Flag(help: "Run regardless of the network and the battery.") var now = false
  @OptionGroup var output: OutputOptions

  /// Resumes the session and runs it.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    try await Self.resume(id, answer: answer, isInBackground: background, isForced: now, context)
  }

  /// Resumes a session and runs it, here or in the background.
  ///
  /// - Parameters:
  ///   - asked: the time of the question that is answered; nil for any question.
  ///   - agent: the agent that the command line names as its caller; nil for none.
  ///   - isForced: whether it runs on a metered network and on a low battery without a question.
  /// - Throws: `VerbError` (refused) for an answer by an agent.
  static func resume(
    _ id: String, answer: String?, asked: Int64? = nil, agent: String? = nil, isInBackground: Bool = false,
    isForced: Bool = false, _ context: CommandContext
  ) async throws(VerbError) -> CommandStatus {
    let run = SessionRun(place: try SessionPlace(context), context: context)
    let travel = try await SessionTravel.open(run.place, context)
    let (whole, session) = try run.place.find(id, travel)
    try await requirePerson(answer, whole, agent: agent, run)
    if let session, let travel { return try await send(answer, asked, to: session, travel, run) }
    let log = try run.open(whole)
    try SessionQuestions.require(asked, in: log.record)
    let lease = try await run.lease(whole, travel)
    let steps: [SessionStep]
    do throws(ResumeRefusal) { steps = try SessionLife.resume(log.record, answer: answer) } catch {
      await lease?.release(log.record)
      if case .ended = error {
        log.close()
        let daemon = LastingConnection(DaemonLauncher(root: run.place.root, environment: context.environment))
        await SessionChat.complete(run.place, daemon)
      }
      throw SessionRun.failure(error, whole)
    }
    let conditions = await MachineReader(environment: context.environment).conditions()
    let condition = isForced ? nil : RunCommand.deferral(log.record.plan, conditions, context)
    guard isInBackground || condition != nil else { return try await run.run(log, steps, conditions, lease: lease) }
    return try await goOnLater(log, steps, isAnswered: answer != nil, when: condition, lease, run)
  }

  /// Lets another process go on with a session.
  ///
  /// - Parameters:
  ///   - isAnswered: whether the steps have an answer of the person.
  ///   - condition: the condition for which the session waits in the queue; nil to go on at once in the background.
  static func goOnLater(
    _ log: SessionLog, _ steps: [SessionStep], isAnswered: Bool, when condition: QueueCondition?,
    _ lease: LeaseKeeper?, _ run: SessionRun
  ) async throws(VerbError) -> CommandStatus {
    let context = run.context
    if condition == nil { _ = try SessionSetUp(log.record.plan, tier: log.record.plan.tier, isNew: false, context) }
    if isAnswered {
      // The answer is durable at once; the process that goes on finds the session at work, as after a kill.
      do throws(SessionLogError) { try log.append(steps) } catch { throw SessionPlace.failure(error) }
      if log.record.state.isFinal {
        context.show(SessionRow(SessionSummary(log.record), runner: nil)) { row, _ in "\(row.id)  \(row.status)\n" }
        return .done
      }
    }
    guard let condition else { return try resumeInBackground(log, run) }
    await lease?.release(log.record)
    log.close()
    return try await QueueCommand.add(log.record, when: condition, run)
  }

  /// Refuses an answer by an agent.
  ///
  /// - Parameter agent: the agent that the command line names as its caller; nil for none.
  /// - Throws: `VerbError` (refused).
  static func requirePerson(
    _ answer: String?, _ id: String, agent: String?, _ run: SessionRun
  ) async throws(VerbError) {
    guard answer != nil else { return }
    var known = agent
    if known == nil { known = try await run.context.agentThatDecides(root: run.place.root) }
    guard let name = known else { return }
    throw VerbError(
      .refused, "Only a person answers the questions of a session, and \(name) runs this command.",
      kept: "Session \(id) waits, and nothing was answered.",
      next: "Show the question to the person: 'stet session show \(id)'.")
  }

  /// Sends an answer to the machine that has the session.
  private static func send(
    _ answer: String?, _ asked: Int64?, to session: TravellingSession, _ travel: SessionTravel, _ run: SessionRun
  ) async throws(VerbError) -> CommandStatus {
    guard let answer else { throw SessionRun.isElsewhere(session) }
    let record = try run.place.session(session.id, .elsewhere).record
    guard record.state == .waitingForUser, let question = record.question else {
      throw SessionRun.failure(.noQuestion, session.id)
    }
    try SessionQuestions.require(asked, in: record)
    guard let word = question.word(answer) else { throw SessionRun.failure(.wrong(question, answer), session.id) }
    try await travel.send(
      TravelAnswer(question: question.id, lines: session.lines, text: word), to: session,
      caller: Caller(tool: "stet session resume"))
    run.context.show(SessionRow(SessionSummary(record), runner: nil, elsewhere: session)) { row, _ in
      "\(row.id)  the answer was sent; the session continues on \(TerminalText.name(session.machine)).\n"
    }
    return .done
  }

  /// Closes the log of a session and starts a process that goes on with it.
  static func resumeInBackground(_ log: consuming SessionLog, _ run: SessionRun) throws(VerbError) -> CommandStatus {
    let id = log.record.plan.id
    let row = SessionRow(SessionSummary(log.record), runner: nil)
    log.close()
    _ = try BackgroundProgram.start(
      ["-C", run.place.root, "session", "resume", id, "--now"], environment: run.context.environment)
    run.context.show(row) { row, _ in "\(row.id)  runs in the background; 'stet session show \(row.id)' shows it.\n" }
    return .done
  }
}

/// `stet session pause`: pauses a session.
struct SessionPauseCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause a session: the tool at work ends, an answer is broken off.",
    discussion: "It leaves the queue; 'stet session resume' continues it.")

  @ParentCommand var stet: StetCommand
  @Argument(help: "The session's id.") var id: String
  @OptionGroup var output: OutputOptions

  /// Pauses the session.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    try await SessionStop.perform(.pause, id, context)
  }
}

/// `stet session cancel`: ends a session for ever.
struct SessionCancelCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "End a session for ever, also one in the queue; its changes stay.",
    discussion: """
      `stet undo --session ID` takes them back. Only a person ends a session,
      never an agent.
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The session's id.") var id: String
  @OptionGroup var output: OutputOptions

  /// Ends the session.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    if let agent = try await context.agentThatDecides(root: try context.folder().root) {
      throw VerbError(
        .refused, "Only a person ends a session for ever, and \(agent) runs this command.",
        kept: "Session \(id) is unchanged.", next: "Ask the person to run 'stet session cancel \(id)'.")
    }
    return try await SessionStop.perform(.cancel, id, context)
  }
}

/// A session that had not begun, for programs.
private struct DiscardedSession: Encodable {
  /// The id, which no session has now.
  var id: String
}

/// The end of a session's work by a person.
enum SessionStop {
  /// The time in which a process ends the work on its session.
  private static let limit = Duration.seconds(8)
  /// The time after which a request is repeated.
  private static let repetition = Duration.milliseconds(500)

  /// Requests the end from the process that runs a session, or logs it, and takes the session out of the queue.
  static func perform(
    _ ending: SessionRunner.Ending, _ name: String, _ context: CommandContext
  ) async throws(VerbError) -> CommandStatus {
    let run = SessionRun(place: try SessionPlace(context), context: context)
    let travel = try await SessionTravel.open(run.place, context)
    let (id, session) = try run.place.find(name, travel)
    if let session { throw SessionRun.isElsewhere(session) }
    if let process = run.place.runner(of: id) {
      let deadline = ContinuousClock.now + limit
      let lock = SessionShelf.lock(of: id)
      func end() -> Bool? { run.place.runner(of: id) != process ? true : nil }
      while end() == nil, ContinuousClock.now < deadline {
        SessionProcess.request(ending, of: process)
        _ = try await run.place.wait(for: lock, atMost: repetition, end)
      }
    }
    if ending == .cancel, try run.discard(id) {
      context.show(DiscardedSession(id: id)) { row, _ in "\(row.id)  had not begun; its empty log was deleted.\n" }
      return .done
    }
    let log = try run.open(id)
    let lease = try await run.lease(id, travel)
    do throws(SessionLogError) { try log.append(ending.steps(log.record)) } catch { throw SessionPlace.failure(error) }
    await lease?.release(log.record)
    if try run.place.queued().contains(where: { $0.session == id }) { try await run.place.finish(id) }
    QueueCommand.startIfNeeded(run.place.root, environment: context.environment)
    context.show(SessionRow(SessionSummary(log.record), runner: nil)) { row, _ in "\(row.id)  \(row.status)\n" }
    return .done
  }
}
