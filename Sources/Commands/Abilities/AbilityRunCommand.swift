internal import Abilities
internal import ArgumentParser
internal import Models
internal import Payloads
internal import WorkspaceAPI

/// `stet ability run`: gathers the facts of an ability and answers its prompt.
struct AbilityRunCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run an ability: gather its facts, and answer its prompt.",
    discussion: """
      Prints the prompt with the values of its variables, then the facts that the
      ability's plan gathers, then the answer of a model as it arrives. The sources
      are read at the same time. One that fails or is not set up is a line among the
      facts. Without a model the facts alone are the answer.

      {{today}} and {{name}} always have a value, {{next_event}} and {{location}} if
      their sources are set up. --set gives the value of any other variable; one
      without a value stays as it is written. `--set topic=WORDS` also names a
      subject of notes.

      At most one model is called: the first of providers.toml, or that of
      --provider. An ability without a plan has no facts, so its prompt goes to a
      provider of the kind "command", which reads the folder by itself; give it to
      any other agent yourself, which finds the abilities as prompts of `stet mcp`
      too. `stet provider usage` shows tokens and costs, and the limits that `stet
      cost` describes hold for abilities too.

      The plans logHabits and reminderCreate ask at the end, then write: entries of
      habits (--set habit=NAME, --set amount=NUMBER) and a reminder (--set
      reminder=TEXT, --set due=2026-11-28T09:00). An amount is added to what the day
      has; without one an entry fills the day up to the goal of the habit. Without a
      terminal they need --yes. An agent changes nothing.

      EXAMPLES
        stet ability run morning-briefing
        stet ability run today --no-model
        stet ability run plan-day --provider local --tier fast
        stet ability run compare-sources --set topic=whales --no-model | claude -p
        stet ability run log-habits --set habit=Run --no-model --yes
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The ability, by its name or its label.") var name: String
  @OptionGroup var variables: VariableOptions
  @Flag(name: .customLong("no-model"), help: "Call no model: the facts are the answer.") var callsNoModel = false
  @Option(help: ArgumentHelp("The provider to call instead of the first one.", valueName: "name"))
  var provider: String?
  @Option(
    help: ArgumentHelp("The class of model: fast, balanced (without this option) or powerful.", valueName: "tier"),
    completion: .list(ModelTier.allCases.map(\.rawValue)), transform: Self.tier)
  var tier = ModelTier.balanced
  @Flag(name: .customLong("yes"), help: "Write what --set names without asking.") var isConfirmed = false
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Refuses options that exclude each other.
  func validate() throws {
    if callsNoModel, provider != nil { throw ValidationError("--no-model and --provider exclude each other.") }
  }

  /// Prints the prompt, the facts and the answer; the missing parts go to standard error.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let values = variables.given
    let caller = agent.caller("ability run")
    let verbs = try await context.openForReading().verbs
    let time = await context.runTime()
    let model =
      callsNoModel ? nil : Result { () throws(VerbError) in try AbilityModel(named: provider, tier: tier, context) }
    var execution = AbilityExecution(
      verbs: verbs, outside: context.outsideSources(), caller: caller, now: time.now)
    var report = try await execution.ability(name, values)
    let plan = report.ability.planKeyRaw.flatMap { AbilityPlan.named($0) }
    if agent.agent == nil, let reader = try? model?.get().reader(hasPlan: plan != nil) {
      // A model gets what an agent may read.
      execution.caller = Caller(agent: reader.name, tool: caller.tool)
      report = try await Self.readable(report, by: reader, execution, values)
    }
    try GivenValues.check(values, prompt: report.ability.prompt, plan: plan)
    if agent.agent == nil { try await context.askAboutSources(execution.outsideSources(report, plan, values)) }
    let page = AbilityPage(context)
    // The prompt comes first; with a costly variable it is complete as soon as the sources were read.
    let isComplete = execution.costly(report, values).isEmpty
    let resolving = Task { [execution, report] in await execution.prompt(of: report, values) }
    if isComplete { page.show(prompt: await resolving.value.text) }
    var run: PlanRun?
    if let plan { run = await execution.run(plan, values) { page.show(steps: $0.steps) } }
    let facts = run?.facts
    let resolved = await resolving.value
    if !isComplete { page.show(prompt: resolved.text) }
    if let facts { page.show(facts: facts) }
    var result = AbilityRun(report, resolved, run)
    result.notes += [time.problem].compactMap { $0 }
    var status = await answer(model, resolved.text, facts, &result, page, context)
    // Nobody reads what follows.
    if status == .unread { return status }
    if let facts, let change = plan?.change, !status.isOfSignal {
      page.endText()
      let changes = AbilityChange(
        change: change, values: values, isConfirmed: isConfirmed, isAgent: agent.agent != nil)
      do throws(VerbError) {
        let outcome = try await changes.perform(facts, context)
        result.changes = outcome.notes
        if outcome.isIncomplete, status == .done { status = .failed }
      } catch {
        if !context.printsJSON { page.finish(result) }
        throw error
      }
    }
    page.finish(result)
    return status
  }

  private static func tier(_ text: String) throws -> ModelTier {
    guard let tier = ModelTier(rawValue: text) else {
      throw ValidationError("'\(text)' is no class of model; name fast, balanced or powerful.")
    }
    return tier
  }

  /// Returns an ability as a provider's models may read it.
  ///
  /// - Throws: `VerbError` (refused) if the policy hides it from them.
  private static func readable(
    _ report: AbilityReport, by reader: Provider, _ execution: AbilityExecution, _ values: [String: String]
  ) async throws(VerbError) -> AbilityReport {
    do throws(VerbError) {
      let seen = try await execution.ability(report.slug, values)
      if seen.path == report.path { return seen }
    } catch {
      guard error.code == .notFound else { throw error }
    }
    throw VerbError(
      .refused, "The policy hides the ability '\(report.slug)' from agents, and '\(reader.name)' would get its prompt.",
      kept: "No model was called.",
      next: "'stet ability run \(report.slug) --no-model' shows you the prompt and the facts.", path: report.path)
  }

  /// Calls the model, if there is one for this run and the limits allow it.
  ///
  /// - Parameter model: the model, or the mistake in its settings; nil for a run without one.
  private func answer(
    _ model: Result<AbilityModel, VerbError>?, _ prompt: String, _ facts: PlanFacts?, _ result: inout AbilityRun,
    _ page: AbilityPage, _ context: CommandContext
  ) async -> CommandStatus {
    guard let model else { return .done }
    do throws(VerbError) {
      let model = try model.get()
      switch try model.choice(for: facts) {
      case .none(let reason):
        result.notes.append(reason)
        return .done
      case .call(let provider):
        var question = AbilityQuestion(prompt: prompt)
        if let facts {
          question = AbilityQuestion(prompt: prompt, facts: facts, now: await context.runTime().now.text)
        }
        let reply = try await model.call(
          provider, question, for: result.slug, by: agent.agent
        ) { page.show(text: $0) }
        let answer = reply.answer
        result.answer = answer.text
        result.model = AbilityRun.Model(answer, of: provider, reply.advice)
        if let ending = reply.ending {
          result.notes.append(
            "A signal ended the call: the answer has what arrived before, and its tokens are recorded as far as known.")
          return ending
        }
        result.notes += [answer.stop.remark(provider, settings: model.settings)].compactMap { $0 }
        switch answer.stop {
        case .cut(let fault): return fault.isOffline ? .offline : .failed
        case .refused: return .failed
        default: return .done
        }
      }
    } catch {
      let parts = [error.what, facts == nil ? nil : "The facts are complete.", error.next]
      result.notes.append(parts.compactMap { $0 }.joined(separator: " "))
      return CommandError(error).status
    }
  }
}
