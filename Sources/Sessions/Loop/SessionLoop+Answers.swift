package import Models

extension SessionLoop {
  /// Returns the steps after an answer of the model.
  package func steps(after answer: ModelAnswer, _ record: SessionRecord) -> [SessionStep] {
    let spent = SessionStep.spent(CallSpending(model: answer.model, usage: answer.usage, cost: answer.cost))
    let message = SessionStep.message(ModelMessage(.assistant, answer.blocks))
    func goingOn(_ text: String) -> [SessionStep] {
      answer.blocks.isEmpty
        ? [spent, .cut(text)] + Self.pause(after: record)
        : [spent, message, .message(ModelMessage(.user, text))]
    }
    switch answer.stop {
    case .cut(let fault): return [spent, .cut("\(fault)")] + Self.pause(after: record)
    case .refused: return [spent, message, .moved(.failed("the model refused to answer"))]
    case .contextFull:
      guard let count = ContextRule.fold(record) else {
        return [spent, .cut("full"), .moved(.failed("the conversation does not fit into the model's context"))]
      }
      return [spent, .cut("the conversation fills the model's context"), .folded(count)]
    case .maxTokens where answer.toolCalls.isEmpty:
      return goingOn("Your answer reached its limit of \(record.plan.budget.answerTokens) tokens. Continue it.")
    case .paused where answer.toolCalls.isEmpty: return goingOn("Continue.")
    case .complete, .toolUse, .maxTokens, .paused, .other:
      guard answer.toolCalls.isEmpty else { return [spent, message] }
      guard !answer.blocks.isEmpty else { return [spent, .cut("the answer is empty")] + Self.pause(after: record) }
      return [spent, message, .moved(.completed)]
    }
  }

  /// Returns the steps after a call of the model without an answer.
  package func steps(after fault: ModelFault) -> [SessionStep] {
    let cut = SessionStep.cut("\(fault)")
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
