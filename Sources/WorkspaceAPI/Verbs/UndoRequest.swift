/// Requests to undo changes without later changes of others.
package struct UndoRequest: Verb {
  package typealias Answer = RestoreReceipt
  package static let name = "undo"

  /// The operation to undo (its id or a prefix of it), or the commit (anything stock git resolves); nil without a
  /// session for the caller's newest change.
  package var target: String?
  /// The agent session to undo.
  package var session: String?
  /// For a merge, the machine or the parent commit whose changes are undone; nil for all changes of others.
  package var from: String?
  /// The caller.
  package var caller: Caller

  /// Creates a request.
  package init(target: String? = nil, session: String? = nil, from: String? = nil, caller: Caller = .person) {
    self.target = target
    self.session = session
    self.from = from
    self.caller = caller
  }
}
