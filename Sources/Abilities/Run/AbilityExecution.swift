package import Payloads
package import WorkspaceAPI

/// The parts of an ability's run that come before the answer: the prompt with the values of its variables, and the facts
/// of its plan. It is used by commands and by the prompts of agents.
package struct AbilityExecution: Sendable {
  private let verbs: any WorkspaceVerbs
  private let outside: OutsideSources
  /// The caller; an agent gets what the policy lets it read.
  package var caller: Caller
  private let now: LocalTime

  /// Creates an execution.
  ///
  /// - Parameters:
  ///   - verbs: the workspace.
  ///   - outside: the sources outside it.
  ///   - caller: the caller; an agent gets what the policy lets it read.
  ///   - now: the present time in the zone of the run, which also is that of `{{today}}`.
  package init(verbs: any WorkspaceVerbs, outside: OutsideSources, caller: Caller, now: LocalTime) {
    self.verbs = verbs
    self.outside = outside
    self.caller = caller
    self.now = now
  }

  /// Returns an ability with its prompt resolved as far as no source outside the workspace is needed.
  ///
  /// - Throws: `VerbError` if there is no such ability, or the caller may not read it.
  package func ability(_ slug: String, _ values: [String: String]) async throws(VerbError) -> AbilityReport {
    let values = Self.values(at: now).merging(values) { $1 }
    let request = AbilitiesRequest(slug: slug, resolves: true, values: values, caller: caller)
    guard let report = try await verbs.call(request).abilities.first else {
      throw VerbError(.notFound, "There is no ability '\(slug)'.")
    }
    return report
  }

  /// Returns the values of variables that depend on the zone of a run: the daemon may have another one.
  package static func values(at now: LocalTime) -> [String: String] {
    [KnownVariable.today.rawValue: LocalDay(seconds: now.seconds, offset: now.offset).date]
  }

  /// Returns the variables of an ability whose sources must be read: those that the prompt names and no value was given
  /// for.
  package func costly(_ report: AbilityReport, _ values: [String: String]) -> [KnownVariable] {
    KnownVariable.allCases.filter {
      $0.needsSource && report.arguments.contains($0.rawValue) && values[$0.rawValue] == nil
    }
  }

  /// Returns the sources outside the workspace that a run reads.
  package func outsideSources(
    _ report: AbilityReport, _ plan: AbilityPlan?, _ values: [String: String]
  ) -> Set<FactSource> {
    var sources = Set(plan?.steps.map(\.source) ?? [])
    if costly(report, values).contains(.nextEvent) { sources.insert(.calendar) }
    return sources.subtracting([.notes])
  }

  /// Returns the prompt of an ability with the values of all its variables; a variable without a value stays, and the
  /// reason is among the missing parts.
  package func prompt(of report: AbilityReport, _ values: [String: String]) async -> ResolvedPrompt {
    let first = report.resolved ?? ResolvedPrompt(text: report.ability.prompt, missing: [])
    let costly = costly(report, values)
    guard !costly.isEmpty else { return first }
    var (values, reasons) = (values, [String]())
    await withTaskGroup(of: (KnownVariable, SourceOutcome<String>).self) { group in
      for variable in costly { group.addTask { (variable, await value(of: variable)) } }
      for await (variable, outcome) in group {
        if let value = outcome.value { values[variable.rawValue] = value }
        if let line = outcome.line { reasons.append("{{\(variable.rawValue)}} has no value: \(line)") }
      }
    }
    let second = try? await ability(report.slug, values)
    let resolved = second?.resolved ?? first
    let own = costly.map { "{{\($0.rawValue)}}" }
    let others = resolved.missing.filter { line in !own.contains { line.hasPrefix($0) } }
    return ResolvedPrompt(text: resolved.text, missing: others + reasons.sorted())
  }

  private func value(of variable: KnownVariable) async -> SourceOutcome<String> {
    guard variable == .nextEvent else { return await outside.place() }
    switch await outside.read(NextEvent.query(at: now)).outcome {
    case .value(.events(let list)):
      return NextEvent.title(in: list, after: now).map { .value($0) } ?? .failed("no event follows within 7 days.")
    case .value: return .failed("The calendar has no events.")
    case .failed(let line): return .failed(line)
    case .notSetUp(let line): return .notSetUp(line)
    }
  }

  /// Gathers the facts of a plan. The value of a variable `topic` is a subject of notes.
  ///
  /// - Parameter onChange: receives the run after each change of a step.
  package func run(
    _ plan: AbilityPlan, _ values: [String: String], isolation: isolated (any Actor)? = #isolation,
    onChange: (PlanRun) -> Void = { _ in }
  ) async -> PlanRun {
    let start = ContinuousClock.now
    let notes = NoteSearch(verbs: verbs, caller: caller)
    let runner = PlanRunner(
      clock: { ContinuousClock.now - start }, sleep: { try await ContinuousClock().sleep(for: $0) }
    ) { [outside] query in
      if case .notes(let subjects) = query { return SourceReading(await notes.notes(about: subjects)) }
      return await outside.read(query)
    }
    let topics = values["topic"].map { [$0] } ?? []
    return await runner.run(plan, now: now, topics: topics, onChange: onChange)
  }
}
