/// Requests the policy's rules for a session of `stet run`, and the agent that calls.
package struct SessionRulesRequest: Verb {
  package typealias Answer = SessionRules
  package static let name = "session_rules"

  /// The server of the web that the session wants to read, `HOST:PORT`; nil for none.
  package var server: String?
  /// Whether the caller is about to decide something about a session that only a person may decide: a process below a
  /// program that started a connected `stet mcp` counts as an agent then. Nil for no.
  package var isDecision: Bool?
  package var caller: Caller

  /// Creates a request.
  package init(server: String? = nil, isDecision: Bool? = nil, caller: Caller = .person) {
    self.server = server
    self.isDecision = isDecision
    self.caller = caller
  }
}

/// The policy's rules for a session.
package struct SessionRules: Sendable, Codable, Hashable {
  /// Whether its visible conversation is a file of the folder.
  package var hasChat: Bool
  /// The permission to read the requested server; nil if none was requested.
  package var web: Permission?
  /// The agent that calls, as the daemon knows it; nil for a person.
  package var agent: String?
  /// The session of that agent; nil if it is unknown.
  package var session: String?

  /// Creates rules.
  package init(hasChat: Bool, web: Permission? = nil) {
    self.hasChat = hasChat
    self.web = web
  }
}
