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
  ///   - excess: the limit.
  ///   - answer: the part of the answer that arrived; nil for none.
  func steps(
    stoppedAt excess: BudgetCheck.Excess, _ answer: ModelAnswer?, _ record: SessionRecord
  ) -> [SessionStep] {
    let spent = answer.map { Self.bookkeeping($0, record) } ?? [.spent(SessionLife.lost(record))]
    return spent + [.cut("the agent was stopped: \(excess.text)")] + Self.end(record, excess)
  }

  /// Returns the steps with the use of an answer and the session of a headless agent.
  private static func bookkeeping(_ answer: ModelAnswer, _ record: SessionRecord) -> [SessionStep] {
    let spent = SessionStep.spent(CallSpending(answer))
    guard let session = answer.session, session != record.thread?.id else { return [spent] }
    return [spent, .thread(session)]
  }

  /// Returns the steps at a limit: the session asks, or fails. At a limit of a day or of the workspace it pauses in place
  /// of a question: no answer to one session raises that limit.
  static func end(_ record: SessionRecord, _ excess: BudgetCheck.Excess) -> [SessionStep] {
    switch (record.plan.budget.excess, excess) {
    case (.fail, _): return [.moved(.failed(excess.text))]
    case (.ask, .shared):
      return [.cut("\(excess.text); raise it in ~/.config/stet/budgets.toml, or resume later"), .moved(.backgrounded)]
    case (.ask, _):
      let question = SessionQuestion(
        id: BudgetCheck.question, kind: .budget,
        text: "\(excess.text.prefix(1).uppercased() + excess.text.dropFirst()). Continue?",
        choices: ["continue", "stop"])
      return [.asked(question), .moved(.waitingForUser)]
    }
  }

  /// Returns the steps after a call of the model without an answer.
  ///
  /// - Parameter thread: the session that a headless agent was to resume and did not report; nil for none. An agent that
  ///   fails then has lost it, and gets the whole conversation next.
  package func steps(
    after fault: ModelFault, _ record: SessionRecord, resuming thread: AgentThread? = nil
  ) -> [SessionStep] {
    let cut = SessionStep.cut("\(fault)")
    if thread != nil, fault.isOfCommand { return [cut, .thread("")] }
    switch fault {
    case .contextFull:
      // The conversation is sent only once at each length.
      return [cut] + (ContextRule.fold(record).map { [.folded($0)] } ?? [.moved(.failed("\(fault)"))])
    // A model that the server does not have (404) may be installed later.
    case .refused(let status, _, _, _) where (400..<500).contains(status) && !Self.passing.contains(status):
      return [cut, .moved(.failed("\(fault)"))]
    // The server, the key or the settings may be others at the next try.
    default: return [cut, .moved(.backgrounded)]
    }
  }

  /// The statuses of a refusal that pass or that a person can remedy, beside those of a faulty server.
  private static let passing: Set<Int> = [401, 403, 404, 408, 429]

  /// Returns the steps after an answer that broke off once more: the session pauses if that repeats.
  private static func pause(after record: SessionRecord) -> [SessionStep] {
    record.cuts + 1 >= mostCuts ? [.moved(.backgrounded)] : []
  }
}
