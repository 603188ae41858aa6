package import Models

/// The limits of a session.
package struct SessionBudget: Hashable, Sendable {
  /// The action when a limit is reached.
  package enum Excess: String, Hashable, Sendable, CaseIterable {
    /// The person is asked whether to continue; the session fails.
    case ask, fail
  }

  /// The largest number of tokens of all calls together, input and output.
  package var tokens: Int
  /// The largest number of tokens of one answer.
  package var answerTokens: Int
  /// The largest number of the model's turns.
  package var turns: Int
  /// The largest cost; nil for any. It counts only calls whose price is known.
  package var cost: Cost?
  /// The action when a limit is reached.
  package var excess: Excess

  /// The limits for research: 50,000 tokens, 4,000 an answer, 20 turns; its tier is `balanced`.
  package static let research = SessionBudget(tokens: 50_000, answerTokens: 4_000, turns: 20)
  /// The limits for a quick chat: 10,000 tokens, 1,000 an answer, 5 turns; its tier is `fast`.
  package static let quickChat = SessionBudget(tokens: 10_000, answerTokens: 1_000, turns: 5)

  /// Creates limits.
  package init(tokens: Int, answerTokens: Int, turns: Int, cost: Cost? = nil, excess: Excess = .ask) {
    self.tokens = tokens
    self.answerTokens = answerTokens
    self.turns = turns
    self.cost = cost
    self.excess = excess
  }
}
