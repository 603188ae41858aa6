package import Models

/// The task of a session and the limits of its run, as they were at its beginning.
package struct SessionPlan: Hashable, Sendable {
  /// The id, which names the folder of the log and is the session of recorded changes.
  package var id: String
  /// The name of the agent that recorded changes have as their author.
  package var agent: String
  /// The task in words.
  package var prompt: String
  /// The ability that the task comes from; nil for a task of one's own.
  package var ability: String?
  /// The name of the provider; nil for the first one of the settings.
  package var provider: String?
  /// The class of model.
  package var tier: ModelTier
  /// The limits.
  package var budget: SessionBudget
  /// The agent that began the session; nil for the person.
  package var requester: SessionRequester?

  /// Creates a plan.
  package init(
    id: String, agent: String, prompt: String, ability: String? = nil, provider: String? = nil,
    tier: ModelTier = .balanced, budget: SessionBudget = .research
  ) {
    self.id = id
    self.agent = agent
    self.prompt = prompt
    self.ability = ability
    self.provider = provider
    self.tier = tier
    self.budget = budget
  }

  /// Returns whether a text is the id of a session: 1 to 64 letters, digits, `-` and `_` of ASCII, the first no `-`.
  package static func isID(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
    }
    guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
    return isLetter(first) && text.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "-") }
  }
}

/// An agent that began a session.
package struct SessionRequester: Hashable, Sendable {
  /// The agent's name.
  package var agent: String
  /// The session in which it did; nil if it is unknown.
  package var session: String?

  /// Creates a value.
  package init(agent: String, session: String? = nil) {
    self.agent = agent
    self.session = session
  }
}
