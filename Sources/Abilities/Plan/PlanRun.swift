package import Payloads

/// The run of a plan: the state of each step, and the facts so far. Pure: times and outcomes are passed in.
package struct PlanRun: Hashable, Sendable {
  /// The state of a step.
  package enum State: Hashable, Sendable {
    /// The step waits for earlier ones.
    case waiting
    /// The source is being read.
    case running
    /// The step ended.
    case done(SourceOutcome<Payload>)
  }

  /// A step with its state.
  package struct Step: Hashable, Sendable {
    package let source: FactSource
    package fileprivate(set) var state = State.waiting
    /// The time of its begin, since the start of a clock; nil before.
    package fileprivate(set) var begin: Duration?
    /// The time of its end; nil before.
    package fileprivate(set) var end: Duration?
    /// Sentences about parts of the source that could not be read.
    package fileprivate(set) var remarks: [String] = []

    /// The duration of a step that ended, or that did not have to begin; nil before its end.
    package var duration: Duration? {
      guard let end else { return nil }
      return end - (begin ?? end)
    }

    /// The name of the state: `waiting`, `running`, `done`, `failed` or `notSetUp`.
    package var word: String {
      switch state {
      case .waiting: "waiting"
      case .running: "running"
      case .done(.value): "done"
      case .done(.failed): "failed"
      case .done(.notSetUp): "notSetUp"
      }
    }
  }

  /// A step to begin: its place in the plan, and the question to its source.
  package struct Start: Hashable, Sendable {
    /// The place of the step.
    package let index: Int
    /// The question.
    package let query: FactQuery
  }

  package let plan: AbilityPlan
  /// The steps in the order of the plan.
  package private(set) var steps: [Step]
  private let now: LocalTime
  private let topics: [String]

  /// Creates a run before its first step.
  ///
  /// - Parameters:
  ///   - now: the present time.
  ///   - topics: subjects of notes besides the events of the day.
  package init(_ plan: AbilityPlan, now: LocalTime, topics: [String] = []) {
    self.plan = plan
    self.now = now
    self.topics = topics
    steps = plan.steps.map { Step(source: $0.source) }
  }

  /// Whether all steps ended.
  package var isOver: Bool { steps.allSatisfy { $0.end != nil } }

  /// Begins the steps that may begin now: all of a parallel plan, one at a time of a sequential one.
  package mutating func begin(at time: Duration) -> [Start] {
    var starts: [Start] = []
    for index in steps.indices where steps[index].state == .waiting {
      if plan.order == .sequential, steps[..<index].contains(where: { $0.end == nil }) { break }
      steps[index].begin = time
      let subjects = subjects
      if steps[index].source == .notes, subjects.isEmpty, calendarLine != nil {
        let line = "No event is known to find notes for; name a subject with --set topic=WORDS."
        end(index, SourceReading(.failed(line)), at: time)
        continue
      }
      steps[index].state = .running
      starts.append(Start(index: index, query: plan.steps[index].query(on: now.day, topics: subjects)))
    }
    return starts
  }

  /// Ends a step; has no effect on one that ended before.
  package mutating func end(_ index: Int, _ reading: SourceReading, at time: Duration) {
    guard steps[index].end == nil else { return }
    steps[index].end = time
    steps[index].remarks = reading.remarks
    steps[index].state = .done(reading.outcome.map { plan.steps[index].part(of: $0, at: now) })
  }

  private var calendarLine: String? { steps.first { $0.source == .calendar }?.outcome?.line }

  /// The subjects of notes: the topics, then the titles of the events, each once.
  private var subjects: [String] {
    var subjects = topics
    for case .events(let list)? in steps.map({ $0.outcome?.value }) {
      for title in list.events.map(\.title) where !title.isEmpty && !subjects.contains(title) { subjects.append(title) }
    }
    return subjects
  }

  /// The facts of the steps that ended.
  package var facts: PlanFacts { PlanFacts(self) }
}

extension PlanRun.Step {
  /// The outcome; nil before the end.
  package var outcome: SourceOutcome<Payload>? {
    guard case .done(let outcome) = state else { return nil }
    return outcome
  }
}
