package import Payloads

/// The facts that a plan gathered.
package struct PlanFacts: Hashable, Sendable {
  /// A source without facts.
  package struct Missing: Hashable, Sendable {
    /// The source.
    package var source: FactSource
    /// The reason and the next step, in a sentence.
    package var line: String
  }

  /// The plan.
  package var key: PlanKey
  /// The payload; nil if the source that it is made of has no facts.
  package var payload: Payload?
  /// The sources without facts.
  package var missing: [Missing]

  /// Takes the facts of a run; the sources of steps that did not end have none.
  init(_ run: PlanRun) {
    key = run.plan.key
    let outcomes = run.steps.map { ($0.source, $0.outcome ?? .failed("\($0.source.title) did not answer.")) }
    missing = outcomes.compactMap { source, outcome in outcome.line.map { Missing(source: source, line: $0) } }
    if run.plan.payload == .briefing {
      payload = .briefing(Briefing(tiles: outcomes.map { Briefing.Tile(source: $0, outcome: $1) }))
    } else {
      payload = outcomes.last?.1.value
    }
  }

  /// Whether any source has facts.
  package var hasFacts: Bool {
    guard case .briefing(let briefing) = payload else { return payload != nil }
    return briefing.tiles.contains { $0.outcome.value != nil }
  }

  /// The lines for a terminal: the payload, then the sources without facts that it does not show itself.
  package var lines: [String] {
    let lines = payload?.lines ?? []
    if case .briefing = payload { return lines }
    return lines + missing.map { "\($0.source.title): \($0.line)" }
  }
}
