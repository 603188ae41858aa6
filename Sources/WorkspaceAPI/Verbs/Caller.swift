/// Who calls a verb, as the door knows it.
package struct Caller: Hashable, Sendable, Codable {
  /// The agent's name; nil for the person.
  package var agent: String?
  /// The agent's session: an explicit handle, never the connection.
  package var session: String?
  /// Whether callers that cannot be told apart share the session, so that what one of them read says nothing of the others.
  /// Nil for no.
  package var sharesSession: Bool?
  /// The model the agent named.
  package var model: String?
  /// The tool or command the change came through, such as `stet write`.
  package var tool: String?
  /// The call of a tool that this is a part of, as `CallBegin` names it.
  package var call: String?

  /// Whether the caller's process has a terminal, as the daemon found it; what a client says of it does not count. Nil for
  /// no.
  package var hasTerminal: Bool?

  /// The person.
  package static let person = Caller()

  /// Makes a caller.
  package init(agent: String? = nil, session: String? = nil, model: String? = nil, tool: String? = nil) {
    self.agent = agent
    self.session = session
    self.model = model
    self.tool = tool
  }
}
