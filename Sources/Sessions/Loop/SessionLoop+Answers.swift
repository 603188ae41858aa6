package import Models

extension SessionLoop {
  /// Returns the steps after an answer of the model.
  package func steps(after answer: ModelAnswer, _ record: SessionRecord) -> [SessionStep] {
    let spent = Self.bookkeeping(answer, record)
    let message = SessionStep.message(ModelMessage(.assistant, answer.blocks))
    func goingOn(_ text: String) -> [SessionStep] {
      answer.blocks.isEmpty
        ? spent + [.cut(text)] + Self.pause(after: record)
        : spent + [message, .message(ModelMessage(.user, text))]
    }
    switch answer.stop {
    // A headless agent is not started again by itself.
    case .cut(let fault) where fault.isOfCommand: return spent + [.cut("\(fault)"), .moved(.backgrounded)]
    case .cut(let fault): return spent + [.cut("\(fault)")] + Self.pause(after: record)
    case .refused: return spent + [message, .moved(.failed("the model refused to answer"))]
    case .contextFull:
      guard let count = ContextRule.fold(record) else {
        return spent + [.cut("full"), .moved(.failed("the conversation does not fit into the model's context"))]
      }
      return spent + [.cut("the conversation fills the model's context"), .folded(count)]
    case .maxTokens where answer.toolCalls.isEmpty:
      return goingOn("Your answer reached its limit of \(record.plan.budget.answerTokens) tokens. Continue it.")
    case .paused where answer.toolCalls.isEmpty: return goingOn("Continue.")
    case .complete, .toolUse, .maxTokens, .paused, .other:
      guard answer.toolCalls.isEmpty else { return spent + [message] }
      guard !answer.blocks.isEmpty else { return spent + [.cut("the answer is empty")] + Self.pause(after: record) }
      return spent + [message, .moved(.completed)]
    }
  }

  /// Returns the steps after an agent at work was stopped at a limit.
  ///
  /// - Parameters:
  ///   - excess: the limit in words.
  ///   - answer: the part of the answer that arrived; nil for none.
  func steps(stoppedAt excess: String, _ answer: ModelAnswer?, _ record: SessionRecord) -> [SessionStep] {
    let spent = answer.map { Self.bookkeeping($0, record) } ?? []
    return spent + [.cut("stopped at its budget: \(excess)")] + Self.end(record, excess)
  }

  /// Returns the steps with the use of an answer and the session of a headless agent.
  private static func bookkeeping(_ answer: ModelAnswer, _ record: SessionRecord) -> [SessionStep] {
    let spent = SessionStep.spent(CallSpending(answer))
    guard let session = answer.session, session != record.thread?.id else { return [spent] }
    return [spent, .thread(session)]
  }

  /// Returns the steps at a limit: the session asks, or fails.
  static func end(_ record: SessionRecord, _ excess: String) -> [SessionStep] {
    switch record.plan.budget.excess {
    case .fail: return [.moved(.failed("the budget is used up: \(excess)"))]
    case .ask:
      let question = SessionQuestion(
        id: BudgetCheck.question, kind: .budget, text: "The budget is used up: \(excess). Continue?",
        choices: ["continue", "stop"])
      return [.asked(question), .moved(.waitingForUser)]
    }
  }

  /// Returns the steps after a call of the model without an answer.
  ///
  /// - Parameter thread: the session that a headless agent was to resume; nil for none. An agent that fails at once has
  ///   lost it, and gets the whole conversation next.
  package func steps(after fault: ModelFault, resuming thread: AgentThread? = nil) -> [SessionStep] {
    let cut = SessionStep.cut("\(fault)")
    if thread != nil, fault.isOfCommand { return [cut, .thread("")] }
    switch fault {
    case .refused(let status, _, _, _) where (400..<500).contains(status) && ![401, 403, 408, 429].contains(status):
      return [cut, .moved(.failed("\(fault)"))]
    // The server, the key or the settings may be others at the next try.
    default: return [cut, .moved(.backgrounded)]
    }
  }

  /// Returns the steps after an answer that broke off once more: the session pauses if that repeats.
  private static func pause(after record: SessionRecord) -> [SessionStep] {
    record.cuts + 1 >= mostCuts ? [.moved(.backgrounded)] : []
  }
}
