/// Requests others' changes.
package struct ChangesRequest: Verb {
  package typealias Answer = ChangesReport
  package static let name = "changes"

  /// The state to start from: a commit or anything stock git resolves; nil for the last call of the caller's session.
  package var since: String?
  /// The caller; changes of its own session are left out.
  package var caller: Caller
  /// The greatest number of paths.
  package var limit: Int

  /// Creates a request.
  package init(since: String? = nil, caller: Caller, limit: Int) {
    self.since = since
    self.caller = caller
    self.limit = limit
  }
}
