/// The answer of a model.
package struct ModelAnswer: Hashable, Sendable {
  /// The content, in order. A tool's call that was not complete when the stream was cut is left out.
  package var blocks: [ContentBlock]
  /// The reason for the end.
  package var stop: StopReason
  /// The name of the model as the provider gave it.
  package var model: String
  /// The tokens; if the answer was cut, a lower bound.
  package var usage: TokenUsage
  /// The cost; nil if the settings have no price and the provider gave none.
  package var cost: Cost?
  /// The id with which a headless agent continues its session; nil for other providers.
  package var session: String?
  /// The number of the model's turns; a headless agent takes several in one call.
  package var turns: Int

  package init(
    blocks: [ContentBlock], stop: StopReason, model: String, usage: TokenUsage, cost: Cost? = nil,
    session: String? = nil, turns: Int = 1
  ) {
    self.blocks = blocks
    self.stop = stop
    self.model = model
    self.usage = usage
    self.cost = cost
    self.session = session
    self.turns = turns
  }

  /// The whole text.
  package var text: String {
    blocks.reduce(into: "") { all, block in
      if case .text(let text) = block { all += text }
    }
  }

  package var toolCalls: [ToolCall] {
    blocks.compactMap { block in
      if case .toolCall(let call) = block { call } else { nil }
    }
  }
}

/// The reason for the end of an answer.
package enum StopReason: Hashable, Sendable {
  /// The answer is complete.
  case complete
  /// The model waits for the results of its calls.
  case toolUse
  /// The answer reached the largest number of tokens.
  case maxTokens
  /// The conversation fills the model's context.
  case contextFull
  /// The model or the provider's filter refused.
  case refused
  /// The provider paused a long turn, which continues if the answer is sent back.
  case paused
  /// The stream broke; the answer has all that was received before.
  case cut(ModelFault)
  /// Another reason, in the provider's words.
  case other(String)
}
