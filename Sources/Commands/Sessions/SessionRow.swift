internal import Models
internal import Sessions
internal import Values
internal import WorkspaceAPI

/// A session in a list, for programs: one object with the members of both parts.
@dynamicMemberLookup
struct SessionRow: Encodable, Sendable {
  /// The task and the state.
  let facts: Facts
  /// The use of the model.
  let use: Use

  /// Creates the row of a session on this machine or another one.
  init(_ session: SessionSummary, _ place: SessionPlace, _ elsewhere: TravellingSession?) {
    self.init(session, runner: elsewhere == nil ? place.runner(of: session.plan.id) : nil, elsewhere: elsewhere)
  }

  /// Creates the row of a session.
  ///
  /// - Parameter elsewhere: the entry at the remote of a session that another machine has.
  init(_ session: SessionSummary, runner: Int32?, elsewhere: TravellingSession? = nil) {
    facts = Facts(session, runner: runner, elsewhere)
    use = Use(session.totals)
  }

  /// Returns a member of the facts.
  subscript<Value>(dynamicMember member: KeyPath<Facts, Value>) -> Value { facts[keyPath: member] }

  /// Writes the members of both parts into one object.
  func encode(to encoder: any Encoder) throws {
    try facts.encode(to: encoder)
    try use.encode(to: encoder)
  }

  /// The turns, tokens and money that a session used.
  struct Use: Encodable, Sendable {
    /// The model's turns so far.
    var turns: Int
    /// The tokens so far.
    var tokens: Int
    /// The cost so far in dollars; nil if no price is known.
    var dollars: Double?
    /// The number of turns whose tokens are estimated, because their answers broke off; nil for none.
    var estimated: Int?

    /// Takes the totals of a session.
    init(_ totals: SessionTotals) {
      (turns, tokens) = (totals.turns, totals.tokens)
      dollars = totals.isPriced ? totals.cost.dollars : nil
      estimated = totals.estimated > 0 ? totals.estimated : nil
    }
  }
}

extension SessionRow {
  /// The task and the state of a session.
  struct Facts: Encodable, Sendable {
    var id: String
    /// The state in the life cycle, such as `waitingForUser`.
    var state: String
    /// The state in words.
    var status: String
    /// The reason for which a fault paused the session.
    var reason: String?
    /// The process that runs the session; nil if none does.
    var pid: Int32?
    /// The other machine that has the session; nil for this one.
    var machine: String?
    /// The end of that machine's lease, ISO 8601; nil without a lease.
    var leaseEnd: String?
    /// The agent that recorded changes have as their author.
    var agent: String
    /// The ability that the task comes from.
    var ability: String?
    /// The task.
    var prompt: String
    /// The open question.
    var question: String?
    /// The status with which the agent ended the session.
    var completion: String?
    /// The summary with which the agent ended the session.
    var summary: String?
    /// The time of the first step, ISO 8601.
    var created: String
    /// The time of the last step, ISO 8601.
    var updated: String

    /// Takes the facts of a session.
    init(_ session: SessionSummary, runner: Int32?, _ elsewhere: TravellingSession?) {
      id = session.plan.id
      state = session.state.kind.rawValue
      let isLeased = elsewhere.map { $0.until > SessionRun.now } ?? false
      status = Self.status(session, isRunning: runner != nil || isLeased)
      machine = elsewhere?.machine
      leaseEnd = isLeased ? elsewhere.map { ISOTime.text($0.until / 1_000) } : nil
      reason = session.fault
      pid = runner
      (agent, ability, prompt) = (session.plan.agent, session.plan.ability, session.plan.prompt)
      question = session.question?.text
      (completion, summary) = (session.completion, session.summary)
      created = ISOTime.text(session.times.lowerBound / 1_000)
      updated = ISOTime.text(session.times.upperBound / 1_000)
    }

    /// Returns the status in words; a session whose process was killed does not work.
    private static func status(_ session: SessionSummary, isRunning: Bool) -> String {
      switch session.state {
      case .running where !isRunning: "Interrupted"
      case .completed: session.completion.map { "\(session.state.text) (\($0))" } ?? session.state.text
      default: session.state.text
      }
    }
  }
}
