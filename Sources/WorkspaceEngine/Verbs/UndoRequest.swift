/// Asks to take back changes and leave what others wrote since.
package struct UndoRequest: Sendable, Codable {
  /// Takes back this commit; nil (with no session) for the newest change of the caller.
  package var commit: String?
  /// Takes back all of this agent session.
  package var session: String?
  /// Who asks.
  package var caller: Caller

  /// Makes a request.
  package init(commit: String? = nil, session: String? = nil, caller: Caller = .person) {
    self.commit = commit
    self.session = session
    self.caller = caller
  }
}
