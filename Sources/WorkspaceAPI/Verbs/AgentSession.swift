internal import GitObjects

/// A session of an agent. Two agents that chose the same id have two sessions.
package struct AgentSession: Hashable, Sendable {
  private let agent: NameKey
  private let session: NameKey

  /// The id that the agent chose.
  package var id: String { String(session.text) }
  /// The agent's name.
  package var agentName: String { String(agent.text) }

  /// Makes the session of an agent; a caller without a name has the empty one.
  package init(agent: String?, id: String) {
    self.agent = NameKey(agent ?? "")
    session = NameKey(id)
  }
}

extension Caller {
  /// The caller's session; nil where it has none.
  package var agentSession: AgentSession? { session.map { AgentSession(agent: agent, id: $0) } }
  /// The caller's session, unless others share it: who read what is remembered under it.
  package var readingSession: AgentSession? { sharesSession == true ? nil : agentSession }
}
