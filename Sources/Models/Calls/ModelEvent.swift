/// An event of a call, in the order of the stream.
package enum ModelEvent: Hashable, Sendable {
  /// The next piece of the answer's text.
  case text(String)
  /// The next piece of the model's reasoning.
  case reasoning(String)
  /// The beginning of a tool's call; `index` is its place among the answer's blocks.
  case toolCall(index: Int, id: String, name: String)
  /// The next piece of a call's JSON input.
  case toolInput(index: Int, json: String)
  /// A headless agent has a session, or used more tokens.
  case agent(AgentProgress)
  /// A try failed before any output, and the next one begins after a pause.
  case retrying(ModelFault, after: Duration)
}

/// The state of a headless agent while it works.
package struct AgentProgress: Hashable, Sendable {
  /// The id by which the agent resumes its session; nil if it is not known yet.
  package var session: String?
  /// The tokens of the call so far: a lower bound.
  package var usage: TokenUsage
  /// The agent's turns so far.
  package var turns: Int

  package init(session: String? = nil, usage: TokenUsage = TokenUsage(), turns: Int = 0) {
    self.session = session
    self.usage = usage
    self.turns = turns
  }
}
