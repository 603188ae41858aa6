internal import DaemonClient
internal import FileSystem
internal import FoundationEssentials
internal import HTTPTransfer
internal import Models
internal import Sessions
internal import Synchronization
internal import WorkspaceAPI

/// Runs a session in this process until it ends, waits for the person, or is paused.
struct SessionRun {
  /// The instructions for the model beside those about the tools.
  private static let instructions = """
    You work in a folder that a person and agents share, perhaps while nobody watches. Do the task with the tools, then \
    call complete_task. If only the person can decide something, call ask_user. Each call of a tool is done once, even if \
    you are interrupted; do not repeat a call that succeeded.
    """

  let place: SessionPlace
  let context: CommandContext
  /// Whether only problems are shown.
  var isQuiet = false

  /// The milliseconds since 1970.
  static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// Begins the log of a session.
  ///
  /// - Throws: `VerbError` if there is a session with this id.
  func begin(_ plan: SessionPlan) throws(VerbError) -> SessionLog {
    let lock = try lock(plan.id)
    do throws(SessionLogError) {
      return try SessionLog(beginning: plan, in: place.tree, lock: lock, now: { Self.now })
    } catch {
      var failure = SessionPlace.failure(error)
      if case .exists = error { failure.next = "Go on with it: 'stet session resume \(plan.id)'." }
      throw failure
    }
  }

  /// Opens the log of a session that no other process runs.
  ///
  /// - Throws: `VerbError` if another process runs it, or the log cannot be read.
  func open(_ id: String) throws(VerbError) -> SessionLog {
    let lock = try lock(id)
    do throws(SessionLogError) {
      return try SessionLog(opening: id, in: place.tree, lock: lock, now: { Self.now })
    } catch { throw SessionPlace.failure(error) }
  }

  /// Deletes the files of a session that had not begun; returns false for any other.
  ///
  /// - Throws: `VerbError` if another process begins it, or its files cannot be read or deleted.
  func discard(_ id: String) throws(VerbError) -> Bool {
    let lock = try lock(id)
    defer { withExtendedLifetime(lock) {} }
    do throws(SessionLogError) { return try SessionShelf.discard(id, in: place.tree) } catch {
      throw SessionPlace.failure(error)
    }
  }

  /// Takes the lock of a session.
  ///
  /// - Throws: `VerbError` if another process runs it.
  func lock(_ id: String) throws(VerbError) -> FileLock {
    // From here on others see this process as the one that runs the session.
    SessionProcess.ignoreRequests()
    do throws(FileError) {
      if let lock = try FileLock.tryLock(root: place.root, at: SessionShelf.lock(of: id)) { return lock }
    } catch { throw SessionPlace.failure(.file(error)) }
    throw VerbError(
      .busy, "Session \(id) is at work in another process.", kept: "It continues.",
      next: "'stet session pause \(id)' pauses it.")
  }

  /// Logs steps, runs the session, and asks the person on the terminal as long as it waits for answers.
  ///
  /// - Parameters:
  ///   - conditions: the network and the power, which are read if it is nil; the tier is the cheapest while the machine
  ///     saves power.
  ///   - lease: the acquired lease, which is kept while the session runs; nil if the session does not travel.
  func run(
    _ log: sending SessionLog, _ steps: [SessionStep], _ conditions: MachineConditions? = nil, lease: LeaseKeeper?
  ) async throws(VerbError) -> CommandStatus {
    let plan = log.record.plan
    let environment = context.environment
    let machine = if let conditions { conditions } else { await MachineReader(environment: environment).conditions() }
    let tier: ModelTier = machine.savesPower == true ? .fast : plan.tier
    let output = SessionOutput(context, isQuiet: isQuiet || context.printsJSON)
    let setUp: SessionSetUp
    do throws(VerbError) { setUp = try SessionSetUp(plan, tier: tier, isNew: false, context) } catch {
      let record = try hinder(log, steps, error)
      await lease?.release(log.record)
      guard let record else { throw error }
      return finish(record, output)
    }
    let (file, provider, limits) = (setUp.file, setUp.provider, setUp.limits)
    let daemon = LastingConnection(DaemonLauncher(root: place.root, environment: environment))
    let web = WebFetch(
      cache: ResultCache(place.tree),
      permission: { server in
        // Without the policy the person is asked.
        (try? await daemon.verbs().call(SessionRulesRequest(server: server)).web) ?? .ask
      },
      isOnline: { await MachineReader(environment: environment).isOnline() },
      connect: { TransferLoop(TransferSettings(environment: environment, for: $0.text)) })
    let tools = SessionTools(plan, root: place.root, web: web, context)
    let model = provider.model(tier)
    let isOnline = machine.isOnline ?? true
    // A headless agent has tools of its own.
    let isAgent = provider.kind == .command
    let loop = SessionLoop(
      system: isAgent ? "" : Self.instructions + "\n\n" + tools.instructions, tools: isAgent ? [] : tools.definitions,
      tier: tier, model: model.name, price: model.price, window: model.window ?? SessionLoop.usualWindow)
    let book = SpendingBook(place.tree)
    let chat = await chat(plan, daemon)
    let agent = isAgent ? HeadlessAgent(plan, place, context) : nil
    let caller =
      if let agent { try file.caller(of: provider, agent.surroundings(environment)) } else {
        file.caller(of: provider, directory: place.root)
      }
    let note = { @Sendable (tool: String, target: String?) async in
      var caller = Caller(agent: plan.agent, session: plan.id, tool: tool)
      caller.model = model.name.isEmpty ? nil : model.name
      _ = try? await daemon.verbs().call(CallEnd(caller: caller, paths: [target].compactMap(\.self), isUnheard: true))
    }
    let ports = SessionRunner.Ports(
      send: { request, sink in
        output.isOffline = false
        let call = { @Sendable () async -> Result<ModelAnswer, ModelFault> in
          do throws(ModelFault) {
            let key = try await file.key(of: provider)
            return .success(try await caller.call(request, of: provider, key: key) { sink($0) })
          } catch {
            output.isOffline = error.isOffline
            return .failure(error)
          }
        }
        return if let agent { await agent.run(call) } else { await call() }
      },
      carryOut: { call, grants in
        let reply = await tools.carryOut(call, grants: grants, model: model.name, isOnline: isOnline)
        guard case .outcome(let outcome) = reply else { return reply }
        if outcome.isError { output.refused(outcome.text) }
        if call.call.name == WebFetch.name { await note(WebFetch.name, call.call.arguments?["url"]?.text) }
        return reply
      },
      allowances: { limits.isEmpty ? [] : limits.allowances(book.read(), now: Self.now) },
      hold: { await lease?.hold($0) ?? .held }, show: { output.show($0) }, logged: { await chat?.take($0) },
      noted: { await note($0, nil) })
    let runner = SessionRunner(log, loop: loop, ports: ports)
    let handlers = SessionProcess.endAtSignals(runner, context.console.reader) { finish($0, output) }
    defer { handlers.end() }
    var steps = steps
    do {
      while true {
        let renewal = lease.map { SessionProcess.renew($0, runner) }
        let record: SessionRecord
        do {
          defer { renewal?.cancel() }
          record = try await runner.run(steps)
        }
        output.endLine()
        // While the person thinks, another machine may answer or take over.
        await lease?.release(record)
        guard let answer = try await ask(record) else {
          if !isQuiet { try await leaveQueue(record) }
          if lease != nil, !isQuiet, record.state == .waitingForUser { try await place.awaitAnswer(plan.id, context) }
          await chat?.end()
          if let problem = await chat?.problem {
            context.console.printError("stet: the conversation in Chats is not complete: \(problem)\n")
          }
          return finish(record, output)
        }
        steps = try SessionLife.resume(record, answer: answer)
        do throws(LeaseKeeper.Refusal) { try await lease?.acquire(takesOver: false) } catch {
          throw Self.failure(error, plan.id)
        }
      }
    } catch let error as SessionLogError {
      throw SessionPlace.failure(error)
    } catch let refusal as ResumeRefusal {
      throw Self.failure(refusal, plan.id)
    } catch let error as VerbError {
      throw error
    } catch { throw VerbError(.failed, "\(error)") }
  }

  /// Takes a session that a person ran by hand out of the queue, unless a fault paused it: then it is tried again.
  private func leaveQueue(_ record: SessionRecord) async throws(VerbError) {
    let id = record.plan.id
    guard !record.isPausedByFault, try place.queued().contains(where: { $0.session == id }) else { return }
    try await place.finish(id)
  }

  /// Returns the visible conversation of a session; nil if the policy has none. Completes those of killed processes first.
  private func chat(_ plan: SessionPlan, _ daemon: LastingConnection) async -> SessionChat? {
    guard (try? await daemon.verbs().call(SessionRulesRequest()).hasChat) == true else { return nil }
    await SessionChat.complete(place, daemon)
    let chat = SessionChat(plan, place, daemon)
    await chat.begin()
    return chat
  }

  /// Logs the steps of a session whose settings have a mistake, and pauses it with the reason; returns its state if it does
  /// not work anyway, because a person ended it.
  private func hinder(
    _ log: SessionLog, _ steps: [SessionStep], _ error: VerbError
  ) throws(VerbError) -> SessionRecord? {
    do throws(SessionLogError) {
      try log.append(steps)
      guard log.record.state == .running else { return log.record }
      try log.append(SessionLife.hindered(error.what))
      return nil
    } catch { throw SessionPlace.failure(error) }
  }

  /// Asks the person on the terminal; returns nil if there is no question, no terminal, or an agent runs the command.
  private func ask(_ record: SessionRecord) async throws(VerbError) -> String? {
    guard record.state == .waitingForUser, let question = record.question, context.console.asksPerson,
      !context.printsJSON, try await context.agentThatDecides(root: place.root) == nil
    else { return nil }
    let choices = question.choices.isEmpty ? "" : " [\(question.choices.joined(separator: "/"))]"
    while true {
      context.console.printError("\(question.text)\(choices) ")
      guard let answer = readLine(), !answer.isEmpty else { return nil }
      if let word = question.word(answer) { return word }
      context.console.printError(Self.wrong(answer, question) + "\n")
    }
  }

  /// Returns the sentence about an answer that is none of a question's choices.
  private static func wrong(_ answer: String, _ question: SessionQuestion) -> String {
    guard !question.choices.isEmpty else { return "An empty text is no answer." }
    return "'\(TerminalText.short(answer))' is no answer; possible are: \(question.choices.joined(separator: ", "))."
  }

  /// Shows the end of a run; returns the exit code.
  private func finish(_ record: SessionRecord, _ output: SessionOutput) -> CommandStatus {
    guard !context.console.reader.hasLeft else { return .unread }
    // From here on a reader that leaves ends the process at once.
    context.console.reader.onLeaving(nil)
    let row = SessionRow(SessionSummary(record), runner: nil)
    if context.printsJSON {
      context.console.print(json: SessionResult(row, record))
    } else {
      if let summary = record.summary, !isQuiet { context.console.print(summary + "\n") }
      context.console.printError(SessionText.end(row, record, context.console.errorStyle))
    }
    return switch record.state {
    case .completed: .done
    case .waitingForUser: .question
    case .backgrounded: output.isOffline ? .offline : record.isPausedByFault ? .failed : .done
    case .idle, .running, .failed: .failed
    }
  }

  /// Returns a text that another program may have written, with one full stop at its end.
  static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

  /// Returns the error for a session that is not resumed.
  static func failure(_ refusal: ResumeRefusal, _ id: String) -> VerbError {
    switch refusal {
    case .ended(let state):
      VerbError(
        .failed, "Session \(id) has ended: \(Self.sentence(state.text))", kept: "It is unchanged.",
        next: "Begin another with 'stet run'.")
    case .unanswered(let question):
      VerbError(
        .question, "Session \(id) waits for an answer: \(question.text)", kept: "It is unchanged.",
        next: "Answer with 'stet session resume \(id) --answer "
          + "\(question.choices.isEmpty ? "TEXT" : question.choices.joined(separator: "|"))'.")
    case .wrong(let question, let answer):
      VerbError(
        .question, wrong(answer, question), kept: "Session \(id) waits: \(question.text)",
        next: "Answer with 'stet session resume \(id) --answer "
          + "\(question.choices.isEmpty ? "TEXT" : question.choices.joined(separator: "|"))'.")
    case .noQuestion:
      VerbError(
        .usage, "Session \(id) has no open question.", kept: "It is unchanged.", next: "Resume it without --answer.")
    }
  }
}

/// The end of a run, for programs.
struct SessionResult: Encodable, Sendable {
  var session: SessionRow
  /// The summary of the agent; without one, the last text of the model.
  var text: String
  /// The text of the last answer if it broke off; nil for a whole one.
  var interrupted: String?

  /// Takes the facts of a session that rests.
  init(_ row: SessionRow, _ record: SessionRecord) {
    session = row
    text = record.summary ?? record.lastText
    interrupted = record.unfinished.isEmpty ? nil : record.unfinished
  }
}

/// The output of a session while it runs: its text on standard output, its calls and problems on standard error.
final class SessionOutput: Sendable {
  private let console: Console
  private let isQuiet: Bool
  private let isInLine = Mutex(false)
  private let wasOffline = Mutex(false)

  /// Whether the model's server could not be reached by the last call.
  var isOffline: Bool {
    get { wasOffline.withLock { $0 } }
    set { wasOffline.withLock { $0 = newValue } }
  }

  /// Creates the output of a command; a quiet one shows problems only.
  init(_ context: CommandContext, isQuiet: Bool) {
    console = context.console
    self.isQuiet = isQuiet
  }

  /// Shows the progress of a session.
  func show(_ news: SessionNews) {
    let style = console.errorStyle
    switch news {
    case .text(let text):
      guard !isQuiet else { return }
      console.print(text)
      isInLine.withLock { $0 = !text.hasSuffix("\n") }
    case .call(let call):
      guard !isQuiet else { return }
      endLine()
      console.printError(style.dim("· \(TerminalText.short("\(call.call.name) \(call.call.input)"))") + "\n")
    case .problem(let text):
      endLine()
      console.printError("stet: \(TerminalText.name(text))\n")
    }
  }

  /// Shows the first line of the result of a call that failed.
  func refused(_ text: String) {
    guard !isQuiet, let line = text.split(separator: "\n").first else { return }
    endLine()
    console.printError("  refused: \(TerminalText.name(String(line)))\n")
  }

  /// Ends the line of a text that has no newline.
  func endLine() {
    let isOpen = isInLine.withLock { isInLine in
      defer { isInLine = false }
      return isInLine
    }
    if isOpen { console.print("\n") }
  }
}
