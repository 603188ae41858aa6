package import Models
internal import Values

/// The state of a session: the fold of its log. Pure.
package struct SessionRecord: Hashable, Sendable {
  /// The task and its limits; the limits are the present ones.
  package private(set) var plan: SessionPlan
  /// The state in the life cycle.
  package private(set) var state = SessionState.idle
  /// The conversation.
  package private(set) var messages: [ModelMessage] = []
  /// The calls of tools that have not ended, in order.
  package private(set) var pending: [PendingCall] = []
  /// The results of the ended calls of the last answer; they become a message with the last one.
  package private(set) var results: [ToolResult] = []
  /// The answer that arrives; nil unless the conversation was sent and the answer has not ended.
  private var arriving: Arriving?
  /// The open question; nil if there is none.
  package private(set) var question: SessionQuestion?
  /// The tokens, the cost and the turns so far.
  package private(set) var totals = SessionTotals()
  /// The own session of the headless agent that works on this one; nil for other models, and before it is known.
  package private(set) var thread: AgentThread?
  /// The answers in a row that broke off.
  private var broken = BrokenAnswers()
  /// The number of messages whose results are left out of the context.
  package private(set) var folded = 0
  /// The permissions of the person that hold for the whole session, by the state of their question.
  package private(set) var grants: Set<String> = []
  /// The mark of the last machine that took the session over, which ids of calls end with; empty before.
  private var mark = ""
  /// The result of `complete_task`, which ended the session; nil without one.
  private var completed: CallOutcome?
  /// The times of the first and of the last line, in milliseconds since 1970.
  package private(set) var times: ClosedRange<Int64>

  private struct Arriving: Hashable {
    var text = ""
    var estimate: CallEstimate?
  }

  private struct BrokenAnswers: Hashable {
    /// The reason of each.
    var reasons: [String] = []
    /// The text of the last one with any.
    var text = ""
  }

  /// Folds a log; returns nil if it does not begin with a plan.
  package init?(_ lines: [SessionLine]) {
    guard let first = lines.first, case .begun(let plan) = first.step else { return nil }
    self.init(plan, at: first.time)
    for line in lines.dropFirst() { apply(line.step, at: line.time) }
  }

  /// Creates the state at the beginning of a session.
  package init(_ plan: SessionPlan, at time: Int64) {
    self.plan = plan
    times = time...time
  }

  /// Takes the next step.
  package mutating func apply(_ step: SessionStep, at time: Int64) {
    times = times.lowerBound...max(times.upperBound, time)
    switch step {
    case .begun, .refused: break
    case .message(let message): add(message)
    case .sent: arriving = Arriving()
    case .expected(let estimate): arriving?.estimate = estimate
    case .partial(let text): arriving = Arriving(text: partial + text, estimate: arriving?.estimate)
    case .spent(let spending): totals.add(spending)
    case .thread(let id): thread = id.isEmpty ? nil : AgentThread(id: id, known: messages.count)
    case .cut(let reason):
      broken.text = unfinished
      broken.reasons.append(reason)
      arriving = nil
    case .call(let id, _): start(id, at: time)
    case .ended(let outcome): end(outcome)
    case .asked(let question): self.question = question
    case .answered(let id, let text, _): answer(id, text)
    case .moved(let state): self.state = state
    case .limited(let budget): plan.budget = budget
    case .folded(let count): folded = count
    case .taken(_, let mark):
      self.mark = mark
      // The own session of an agent is on the machine on which it worked.
      thread = nil
      forgetPermissions()
      // The other machine may have begun a call after the last line that it published.
      for call in pending { start(call.id, at: times.lowerBound) }
    }
  }

  /// Discards permissions, so that the person of this machine is asked again: anybody with push access may have written
  /// the earlier lines, including a question that hides the effect of its answer.
  private mutating func forgetPermissions() {
    grants = []
    for index in pending.indices { pending[index].permission = nil }
    if question?.kind == .permission { question?.state = "" }
  }

  private mutating func add(_ message: ModelMessage) {
    messages.append(message)
    guard message.role == .assistant else { return }
    thread?.known = messages.count
    (arriving, broken) = (nil, BrokenAnswers())
    let calls = message.blocks.compactMap { block in
      if case .toolCall(let call) = block { call } else { nil }
    }
    let turn = messages.count { $0.role == .assistant }
    let end = mark.isEmpty ? "" : "-\(mark)"
    pending = calls.enumerated().map { PendingCall(id: "\(turn).\($0 + 1)\(end)", call: $1) }
  }

  private mutating func start(_ id: String, at time: Int64) {
    guard let index = pending.firstIndex(where: { $0.id == id }), pending[index].startedAt == nil else { return }
    pending[index].startedAt = time
  }

  private mutating func end(_ outcome: CallOutcome) {
    guard let index = pending.firstIndex(where: { $0.id == outcome.id }) else { return }
    let call = pending.remove(at: index)
    if question?.id == outcome.id { question = nil }
    results.append(ToolResult(id: call.call.id, text: outcome.text, isError: outcome.isError))
    if outcome.completion != nil { completed = outcome }
    guard pending.isEmpty else { return }
    messages.append(ModelMessage(.user, results.map { .toolResult($0) }))
    results = []
  }

  private mutating func answer(_ id: String, _ text: String) {
    guard let asked = question, asked.id == id else { return }
    question = nil
    switch asked.kind {
    case .model: end(CallOutcome(id: id, text: text))
    case .permission:
      guard !asked.state.isEmpty else { return }
      if text == "allow" { grants.insert(asked.state) }
      guard let index = pending.firstIndex(where: { $0.id == id }) else { return }
      pending[index].permission = Permission(word: text, state: asked.state)
    case .budget: break
    }
  }

  /// The pieces of the answer that has not ended.
  package var partial: String { arriving?.text ?? "" }

  /// The text of the answer that has not ended, else of the last one that broke off; empty after a whole one.
  package var unfinished: String { partial.isEmpty ? broken.text : partial }

  /// The estimate of the call whose answer has not ended; nil without one.
  var estimate: CallEstimate? { arriving?.estimate }

  /// Whether the conversation was sent and the answer has not ended.
  package var isSent: Bool { arriving != nil }

  /// The status with which `complete_task` ended the session; nil without one.
  package var completion: String? { completed?.completion }

  /// The summary with which `complete_task` ended the session; nil without one.
  package var summary: String? { completed.flatMap { $0.text.isEmpty ? nil : $0.text } }

  /// The number of answers in a row that broke off.
  package var cuts: Int { broken.reasons.count }

  /// The reason for which the last answer broke off; nil after a whole one.
  package var lastCut: String? { broken.reasons.last }

  /// Whether the session is paused for another reason than a person's request.
  package var isPausedByFault: Bool {
    guard state == .backgrounded, let reason = lastCut else { return false }
    return reason != "\(ModelFault.cancelled)" && reason != SessionLife.pauseReason
  }

  /// The last text of the model; empty without one.
  package var lastText: String {
    for message in messages.reversed() where message.role == .assistant {
      let text = message.blocks.reduce(into: "") { all, block in
        if case .text(let text) = block { all += text }
      }
      if !text.isEmpty { return text }
    }
    return ""
  }
}

/// A call of a tool that has not ended.
package struct PendingCall: Hashable, Sendable {
  /// The id of the call in the session, by which its effect happens once.
  package var id: String
  package var call: ToolCall
  /// The time since which it may have been carried out, in milliseconds since 1970; nil if it was not.
  package var startedAt: Int64?
  /// The person's answer to the tool's question; nil without one.
  package var permission: Permission?

  /// Creates a call.
  package init(id: String, call: ToolCall) {
    self.id = id
    self.call = call
  }
}

/// A person's answer to the question of a tool.
package struct Permission: Hashable, Sendable {
  /// The answer.
  package var word: String
  /// The state that the tool needs again.
  package var state: String

  /// Creates an answer.
  package init(word: String, state: String) {
    self.word = word
    self.state = state
  }
}

/// The tokens, the cost and the turns of a session.
package struct SessionTotals: Hashable, Sendable {
  package var usage = TokenUsage()
  /// The cost of the calls whose price is known.
  package var cost = Cost(picodollars: 0)
  /// The number of calls whose price is not known.
  package var unpriced = 0
  /// The number of the model's turns; a sending without any answer is none.
  package var turns = 0
  /// The number of calls whose tokens are estimated.
  package var estimated = 0

  /// Creates empty totals.
  package init() {}

  /// Whether the cost of some call is known.
  package var isPriced: Bool { cost.picodollars > 0 }

  /// All tokens.
  package var tokens: Int { usage.total }

  /// Adds a call.
  package mutating func add(_ spending: CallSpending) {
    usage.add(spending.usage)
    turns = turns.saturatingAdd(spending.turns)
    if spending.isEstimate { estimated += 1 }
    if let more = spending.cost { cost = cost + more } else { unpriced += 1 }
  }
}
