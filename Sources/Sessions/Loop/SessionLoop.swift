package import Models

/// The rule by which a session goes on: from the state of its log to the next action. Pure.
package struct SessionLoop: Sendable {
  /// The next action of a session.
  package enum Action: Hashable, Sendable {
    /// Nothing: the session does not run.
    case rest
    /// These steps are logged; they have no effect outside the log.
    case log([SessionStep])
    /// The conversation is sent to the model, after `sent` is logged.
    case send(ModelRequest)
    /// A tool is called, after `call` is logged.
    case carryOut(PendingCall)
  }

  /// The size of a model's context in tokens if the settings do not name it.
  package static let usualWindow = 150_000
  /// The largest number of answers in a row that break off.
  package static let mostCuts = 3

  /// The instructions before the conversation.
  package var system: String
  /// The tools of the workspace; the session's own ones are added.
  package var tools: [ToolDefinition]
  /// The class of model; nil for that of the plan.
  package var tier: ModelTier?
  /// The provider's name of the model; empty if the provider chooses one.
  package var model: String
  /// The price of the model's tokens; nil if it is not known.
  package var price: TokenPrice?
  /// The size of the model's context in tokens.
  package var window: Int

  /// Creates a rule.
  package init(
    system: String, tools: [ToolDefinition], tier: ModelTier? = nil, model: String = "", price: TokenPrice? = nil,
    window: Int = usualWindow
  ) {
    self.tier = tier
    self.model = model
    self.system = system
    self.tools = tools
    self.price = price
    self.window = window
  }

  /// Returns the next action.
  ///
  /// - Parameter allowances: the limits besides those of the session; they are read only before a call of the model.
  package func next(_ record: SessionRecord, allowances: @autoclosure () -> [SpendingAllowance] = []) -> Action {
    guard record.state == .running else { return .rest }
    if let call = record.pending.first { return Self.action(for: call, of: record) }
    guard let last = record.messages.last, last.role == .user else { return .log([.moved(.completed)]) }
    let request = request(record)
    let size = estimate(request).input
    if size > window {
      guard let count = ContextRule.fold(record) else {
        return .log([.moved(.failed("the conversation does not fit into the model's context"))])
      }
      return .log([.folded(count)])
    }
    let check = BudgetCheck(record: record, next: size, price: price)
    guard let excess = check.excess(allowances()) else { return .send(request) }
    return .log(Self.end(record, excess))
  }

  /// Returns the limit that an agent at work exceeds; nil if it is within all limits.
  func excess(
    _ record: SessionRecord, _ progress: AgentProgress, _ allowances: [SpendingAllowance]
  ) -> BudgetCheck.Excess? {
    BudgetCheck(record: record, next: 0, price: price).excess(during: progress, allowances)
  }

  /// Returns the request that sends the conversation.
  func request(_ record: SessionRecord) -> ModelRequest {
    ModelRequest(
      tier: tier ?? record.plan.tier, system: system, messages: ContextRule.messages(record),
      tools: tools + OwnTool.definitions,
      maxTokens: record.plan.budget.answerTokens, thread: record.thread)
  }

  /// Returns the estimate of a call of the model, with which the limits are checked and an answer without an end is booked.
  package func estimate(_ request: ModelRequest) -> CallEstimate {
    CallEstimate(model: model, input: TokenEstimate.tokens(of: request), price: price)
  }

  private static func action(for call: PendingCall, of record: SessionRecord) -> Action {
    guard let arguments = call.call.arguments else {
      return .log([
        .ended(CallOutcome(id: call.id, text: "The arguments are no JSON object; nothing was done.", isError: true))
      ])
    }
    guard let own = OwnTool(rawValue: call.call.name) else { return .carryOut(call) }
    let begun = SessionStep.call(id: call.id, tool: call.call.name)
    switch own.meaning(arguments) {
    case .fault(let text): return .log([.ended(CallOutcome(id: call.id, text: text, isError: true))])
    case .question(let text, let choices):
      let question = SessionQuestion(id: call.id, kind: .model, text: text, choices: choices)
      return .log([begun, .asked(question), .moved(.waitingForUser)])
    case .completion(let status, let summary):
      let rest = record.pending.dropFirst().map { call in
        SessionStep.ended(CallOutcome(id: call.id, text: "Not carried out: the session ended.", isError: true))
      }
      return .log(
        [begun, .ended(CallOutcome(id: call.id, text: summary, completion: status))] + rest + [.moved(.completed)])
    }
  }
}
