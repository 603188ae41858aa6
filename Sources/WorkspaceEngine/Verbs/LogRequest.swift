/// Asks for the history, newest first.
package struct LogRequest: Sendable, Codable {
  /// Only changes of this file or folder; nil for all.
  package var path: String?
  /// How many at the most; nil for all.
  package var limit: Int?
  /// Only changes of this agent session.
  package var session: String?
  /// Only changes of this kind of author: user, agent, unsure, sync.
  package var kind: String?
  /// Who asks.
  package var caller: Caller

  /// Makes a request.
  package init(
    path: String? = nil, limit: Int? = nil, session: String? = nil, kind: String? = nil, caller: Caller = .person
  ) {
    self.path = path
    self.limit = limit
    self.session = session
    self.kind = kind
    self.caller = caller
  }
}
