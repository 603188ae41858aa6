internal import Abilities
internal import ArgumentParser
internal import DaemonClient
internal import Models
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// `stet run`: runs an agent on a task, durably.
struct RunCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Let a model work on a task with the workspace's tools.",
    discussion: """
      The run is a session: each of its steps is on disk before it has an effect. It
      survives a kill, a power cut and the lack of a network, and continues with
      `stet session resume`. Its changes are recorded under the agent's name, by the
      same policy as those of any other agent; `stet undo` takes them back.

      A headless agent, a provider of the kind command, works with its own tools.
      Changes that its hooks report, new files and files that it changed before are
      recorded as its own; a change that may be yours is 'unsure'. It is stopped at
      the limits, and resumed by its own id.

      Text streams to standard output. Exits with 3 when the agent or the policy asks
      you something, with 4 when the model's server cannot be reached, and with 1
      when the run fails or another fault pauses it.

      --when puts the run into the queue until a condition is met: online, charging,
      unmetered or a time. A run with a large budget asks first on a metered network
      and on a battery under 20 %; without a terminal it is queued. While the machine
      saves power the tier is fast.

      --budget is research (50,000 tokens, 4,000 an answer, 20 turns; the tier
      balanced), quickChat (10,000, 1,000 and 5; fast), or limits that differ from
      them. Before each turn that would exceed a limit the session asks, or fails
      with --on-budget fail.

      EXAMPLES
        stet run "Sort my notes of today by topic"
        stet run --ability week-review --background
        stet run --ability week-review --when 22:30
        stet run "What is in Research?" --budget quickChat
        stet run "Compare the sources" --budget 'research,turns=40,$0.50'
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The task.") var prompt: String?
  @Option(help: ArgumentHelp("The ability whose prompt is the task.", valueName: "name")) var ability: String?
  @OptionGroup var variables: VariableOptions
  @Option(help: ArgumentHelp("The id of the new session, for later commands.", valueName: "id")) var session: String?
  @Option(help: ArgumentHelp("The name of the agent, the author of its changes.", valueName: "name"))
  var agent = "Assistant"
  @Option(help: ArgumentHelp("The class of model: fast, balanced or powerful.", valueName: "tier")) var tier: ModelTier?
  @Option(help: ArgumentHelp("The kind of agent, which chooses the class of model.", valueName: "kind"))
  var type: AgentType?
  @Option(help: ArgumentHelp("The provider; the first one of providers.toml, unless given.", valueName: "name"))
  var provider: String?
  @Option(help: ArgumentHelp("The limits of the session.", valueName: "limits")) var budget = "research"
  @Option(help: ArgumentHelp("The action at a limit: ask or fail.", valueName: "action"))
  var onBudget = SessionBudget.Excess.ask
  @Flag(help: "Return at once; the session runs on.") var background = false
  @Option(
    help: ArgumentHelp(
      "Wait in the queue: online, charging, unmetered or a time such as 22:30.", valueName: "condition"))
  var when: QueueCondition?
  @Flag(help: "Run regardless of the network and the battery.") var now = false
  @OptionGroup var output: OutputOptions

  /// Refuses a missing task, and ids and limits that are none.
  func validate() throws {
    guard (prompt?.isEmpty == false) != (ability != nil) else {
      throw ValidationError(
        ability == nil ? "Give a task, or an ability with --ability." : "Give a task or an ability, not both.")
    }
    if ability == nil, !variables.values.isEmpty {
      throw ValidationError("--set gives a value to a variable of an ability: name one with --ability.")
    }
    if let session, !SessionPlan.isID(session) {
      throw ValidationError("--session is 1 to 64 letters, digits, - and _.")
    }
    guard !agent.isEmpty, agent.utf8.count <= Caller.longestName else {
      throw ValidationError("--agent is a name of 1 to \(Caller.longestName) bytes.")
    }
    if when != nil, now || background { throw ValidationError("--when excludes --now and --background.") }
    guard SessionBudget.parse(budget) != nil else {
      throw ValidationError(
        "--budget is research or quickChat, then tokens=N, answer=N, turns=N and $MONEY, separated by commas, each over 0."
      )
    }
  }

  /// Begins the session and runs it.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let run = SessionRun(place: try SessionPlace(context), context: context)
    var plan = try await plan(context)
    let conditions = await MachineReader(environment: context.environment).conditions()
    // A mistake in the settings is reported before anything is asked or begun.
    let tier: ModelTier = conditions.savesPower == true ? .fast : plan.tier
    let setUp = try SessionSetUp(plan, tier: tier, isNew: true, context)
    if let warning = setUp.warning { context.console.printError("stet: \(TerminalText.name(warning))\n") }
    plan.requester = await Self.requester(run.place, context)
    let condition = when ?? (now ? nil : Self.deferral(plan, conditions, context))
    let log = try run.begin(plan)
    guard background || condition != nil else {
      let lease = try await run.lease(plan.id)
      return try await run.run(log, SessionLife.beginning(plan), conditions, lease: lease)
    }
    do throws(SessionLogError) { try log.append([.message(.init(.user, plan.prompt))]) } catch {
      throw SessionPlace.failure(error)
    }
    guard let condition else { return try SessionResumeCommand.resumeInBackground(log, run) }
    log.close()
    return try await QueueCommand.add(log.record, when: condition, run)
  }

  /// Returns the condition for which a large run waits, after the person was asked; nil for none.
  static func deferral(
    _ plan: SessionPlan, _ conditions: MachineConditions, _ context: CommandContext
  ) -> QueueCondition? {
    guard let hindrance = conditions.hindrance(of: plan.budget), context.console.agrees(hindrance.question) != true
    else { return nil }
    return hindrance.until
  }

  private func plan(_ context: CommandContext) async throws(VerbError) -> SessionPlan {
    guard let (limits, preset) = SessionBudget.parse(budget) else { throw VerbError(.usage, "--budget has no limits.") }
    let id = session ?? Self.freshID()
    var (task, slug) = (prompt ?? "", ability)
    if let ability {
      // The prompt is sent to the agent, which may read less than the person.
      let given = variables.given
      let request = AbilitiesRequest(
        slug: ability, resolves: true,
        values: AbilityExecution.values(at: await context.runTime().now).merging(given) { $1 },
        caller: Caller(agent: agent, session: id, tool: "stet run"))
      let report = try await AbilityCommand.ability(request, context)
      try GivenValues.check(given, prompt: report.ability.prompt, plan: nil)
      if let missing = report.resolved?.missing, !missing.isEmpty {
        throw VerbError(
          .usage, missing.joined(separator: " "), kept: "No session was begun.",
          next: "Give each value with --set NAME=VALUE, or let 'stet ability run \(ability)' gather the facts.")
      }
      (task, slug) = (report.resolved?.text ?? "", report.slug)
    }
    var limited = limits
    limited.excess = onBudget
    return SessionPlan(
      id: id, agent: agent, prompt: task, ability: slug, provider: provider,
      tier: tier ?? type?.tier ?? preset.tier, budget: limited)
  }

  /// Returns the agent that runs this command, as the daemon knows it; nil for a person.
  private static func requester(_ place: SessionPlace, _ context: CommandContext) async -> SessionRequester? {
    let daemon = LastingConnection(DaemonLauncher(root: place.root, environment: context.environment))
    let rules = try? await daemon.verbs().call(SessionRulesRequest())
    return (rules?.agent ?? context.callingAgent).map { SessionRequester(agent: $0, session: rules?.session) }
  }

  /// Returns a random id of eight letters and digits.
  private static func freshID() -> String {
    String(NumberText.padded(UInt64.random(in: .min ... .max), to: 8, radix: 36).suffix(8))
  }
}

extension QueueCondition: ExpressibleByArgument {
  /// Reads a condition that a new run can wait for.
  package init?(argument: String) {
    self.init(argument)
    if self == .answer { return nil }
  }
}

extension ModelTier: ExpressibleByArgument {}
extension AgentType: ExpressibleByArgument {}
extension SessionBudget.Excess: ExpressibleByArgument {}
