/// Asks what others changed.
package struct ChangesRequest: Verb {
  package typealias Answer = ChangesReport
  package static let name = "changes"

  /// Since this state: a commit or anything stock git resolves; nil for the last call of the caller's session.
  package var since: String?
  /// Who asks; changes of its session are left out.
  package var caller: Caller
  /// How many paths at the most.
  package var limit: Int

  /// Makes a request.
  package init(since: String? = nil, caller: Caller, limit: Int) {
    self.since = since
    self.caller = caller
    self.limit = limit
  }
}
