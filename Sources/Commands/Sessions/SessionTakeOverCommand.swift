internal import ArgumentParser
internal import Documents
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// `stet session take-over`: goes on here with a session of another machine.
struct SessionTakeOverCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "take-over", abstract: "Continue a session of another machine here.",
    discussion: """
      Sessions travel over the remote if 'stet session travel on' allows it. The
      machine that runs a session renews a lease of three minutes; until its end no
      other machine takes the session over. After a pause, a question or the end of
      the lease this command continues with the next call of a tool. All changes that
      the other machine sent are taken first, so that each call has its effect once.
      Permissions must be granted again. As with 'stet run', a session with a large
      budget asks first on a metered network and on a battery under 20 %, and is
      queued here without a terminal; --now runs it all the same.

      EXAMPLES
        stet session take-over 7k2
        stet session take-over 7k2 --answer red
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The session's id.") var id: String
  @Option(help: ArgumentHelp("The answer to the question of the session.", valueName: "text")) var answer: String?
  @Flag(help: "Return at once; the session runs on.") var background = false
  @Flag(help: "Run regardless of the network and the battery.") var now = false
  @OptionGroup var output: OutputOptions

  /// Takes the session over and runs it.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let run = SessionRun(place: try SessionPlace(context), context: context)
    guard let travel = try await SessionTravel.open(run.place, context) else {
      throw VerbError(
        .failed, "Sessions do not travel over the remote.", kept: "Nothing was changed.",
        next: "'stet session travel on', here and on the other machine, lets them.")
    }
    let (whole, session) = try run.place.find(id, travel)
    guard let there = try? SessionShelf.lines(of: whole, in: run.place.tree, .elsewhere) else {
      // It never was on another machine.
      return try await SessionResumeCommand.resume(
        whole, answer: answer, isInBackground: background, isForced: now, context)
    }
    try await SessionResumeCommand.requirePerson(answer, whole, agent: nil, run)
    let record = SessionRecord(there)
    if session != nil, let record, record.state.isFinal { throw SessionRun.failure(.ended(record.state), whole) }
    let conditions = await MachineReader(environment: context.environment).conditions()
    // The person is asked before the lease, which ends while they think.
    let condition = now ? nil : record.flatMap { RunCommand.deferral($0.plan, conditions, context) }
    let lock = try run.lock(whole)
    let presence = LogPresence(false)
    let keeper = travel.keeper(of: whole, hasLog: presence)
    do throws(LeaseKeeper.Refusal) { try await keeper.acquire(takesOver: true, seen: travel.seen(whole)) } catch {
      throw SessionRun.failure(error, whole)
    }
    do throws(VerbError) { try await travel.exchange() } catch {
      await keeper.release(nil)
      throw error
    }
    let log: SessionLog
    let asked: SessionQuestion?
    do throws(SessionLogError) {
      try SessionArrival.store(whole, in: run.place.tree, now: SessionRun.now)
      log = try SessionLog(opening: whole, in: run.place.tree, lock: lock, now: { SessionRun.now })
      asked = log.record.question
      try log.append(
        SessionLife.takeOver(
          log.record, machine: travel.report.machine, mark: Self.freshMark(), redaction: SecretRedaction.mark))
    } catch {
      await keeper.release(nil)
      throw SessionPlace.failure(error)
    }
    presence.isHere = true
    // A question ends with its call.
    let reply = asked != nil && log.record.question == nil ? nil : answer
    let steps: [SessionStep]
    do throws(ResumeRefusal) { steps = try SessionLife.resume(log.record, answer: reply) } catch {
      await keeper.release(log.record)
      throw SessionRun.failure(error, whole)
    }
    guard background || condition != nil else { return try await run.run(log, steps, conditions, lease: keeper) }
    return try await SessionResumeCommand.goOnLater(
      log, steps, isAnswered: reply != nil, when: condition, keeper, run)
  }

  /// Returns eight random hexadecimal digits.
  private static func freshMark() -> String {
    NumberText.padded(UInt32.random(in: .min ... .max), to: 8, radix: 16)
  }
}

/// `stet session travel`: lets sessions travel over the remote.
struct SessionTravelCommand: StetSubcommand {
  /// Whether sessions travel.
  enum Setting: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// They travel; none leaves this machine.
    case on, off
  }

  static let configuration = CommandConfiguration(
    commandName: "travel", abstract: "Show or set whether sessions travel over the remote.",
    discussion: """
      Off, unless you switch it on: then the logs of this machine's sessions, without
      the secrets that Stet finds in them, are kept on the remote as
      refs/stet/sessions/ID, also those of sessions from before. Other machines show
      them, answer their questions and take them over. Everybody who can push to the
      remote can do so, too. Calls of models outside sessions travel as
      refs/stet/usage/MACHINE, so that 'stet cost' and the limits in budgets.toml
      count those of all machines.

      The setting holds on this machine, for the present address of the remote.

      EXAMPLES
        stet session travel
        stet session travel on
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The setting; without it the present one is shown.") var setting: Setting?
  @OptionGroup var output: OutputOptions

  /// Shows or changes the setting.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    var report: TravelReport
    if let setting {
      report = try await SessionTravel.set(setting == .on, context)
      if report.isOn { try await SessionPlace(context).awaitAnswers(context) }
      if let problem = report.problem {
        context.console.printError(
          "stet: the sessions of this machine are sent when the remote answers: \(TerminalText.name(problem))\n")
      }
      SessionTravel.warnOfCalls(report, context.console)
    } else {
      report = try await context.openForReading().verbs.call(TravelRequest(fetches: false))
    }
    report.sessions = []
    context.show(report) { report, _ in
      switch (report.isOn, report.remote) {
      case (true, let remote): "Sessions travel over \(TerminalText.name(remote ?? "the remote")).\n"
      case (false, nil): "Sessions stay on this machine: there is no remote.\n"
      case (false, let remote?): "Sessions stay on this machine; none is sent to \(TerminalText.name(remote)).\n"
      }
    }
    return .done
  }
}
