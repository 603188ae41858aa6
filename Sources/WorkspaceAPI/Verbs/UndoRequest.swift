/// Asks to take back changes and leave what others wrote since.
package struct UndoRequest: Verb {
  package typealias Answer = RestoreReceipt
  package static let name = "undo"

  /// Takes back this operation (its id, or the beginning of one) or this commit (whatever stock git resolves); nil
  /// (with no session) for the newest change of the caller.
  package var target: String?
  /// Takes back all of this agent session.
  package var session: String?
  /// Of a merge, takes back what came from this machine, or from this parent commit; nil for what came from others.
  package var from: String?
  /// Who asks.
  package var caller: Caller

  /// Makes a request.
  package init(target: String? = nil, session: String? = nil, from: String? = nil, caller: Caller = .person) {
    self.target = target
    self.session = session
    self.from = from
    self.caller = caller
  }
}
