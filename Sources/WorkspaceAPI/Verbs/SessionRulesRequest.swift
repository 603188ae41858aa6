/// Requests the policy's rules for a session of `stet run`.
package struct SessionRulesRequest: AnonymousVerb {
  package typealias Answer = SessionRules
  package static let name = "session_rules"

  /// The server of the web that the session wants to read, `HOST:PORT`; nil for none.
  package var server: String?

  /// Creates a request.
  package init(server: String? = nil) { self.server = server }
}

/// The policy's rules for a session.
package struct SessionRules: Sendable, Codable, Hashable {
  /// Whether its visible conversation is a file of the folder.
  package var hasChat: Bool
  /// The permission to read the requested server; nil if none was requested.
  package var web: Permission?

  /// Creates rules.
  package init(hasChat: Bool, web: Permission? = nil) {
    self.hasChat = hasChat
    self.web = web
  }
}
