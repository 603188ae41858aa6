package import Payloads

/// The facts that a plan gathered.
package struct PlanFacts: Hashable, Sendable {
  /// A sentence about a source.
  package struct Remark: Hashable, Sendable {
    package var source: FactSource
    /// The reason and the next step.
    package var line: String
  }

  /// The plan.
  package var key: PlanKey
  /// The payload; nil if the source that it is made of has no facts.
  package var payload: Payload?
  /// The sources without facts.
  package var missing: [Remark]
  /// The parts of other sources that could not be read.
  package var remarks: [Remark]

  /// Takes the facts of a run; the sources of steps that did not end have none.
  init(_ run: PlanRun) {
    key = run.plan.key
    let outcomes = run.steps.map { ($0.source, $0.outcome ?? .failed("\($0.source.title) did not answer.")) }
    missing = outcomes.compactMap { source, outcome in outcome.line.map { Remark(source: source, line: $0) } }
    remarks = run.steps.flatMap { step in step.remarks.map { Remark(source: step.source, line: $0) } }
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

  /// The lines for a terminal: the payload, then the sources without facts that it does not show itself, then the
  /// remarks.
  package var lines: [String] {
    var others = missing
    if case .briefing = payload { others = [] }
    return (payload?.lines ?? []) + (others + remarks).map { "\($0.source.title): \($0.line)" }
  }
}
