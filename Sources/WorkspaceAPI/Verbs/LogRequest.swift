/// Requests the history, newest first.
package struct LogRequest: Verb {
  package typealias Answer = [LogEntry]
  package static let name = "log"

  /// Restricts the list to changes of this file or folder; nil for all.
  package var path: String?
  /// The greatest number of changes; nil for all.
  package var limit: Int?
  package var conditions: ChangeConditions
  package var caller: Caller

  package init(
    path: String? = nil, limit: Int? = nil, session: String? = nil, kind: String? = nil, author: String? = nil,
    since: String? = nil, until: String? = nil, caller: Caller = .person
  ) {
    self.path = path
    self.limit = limit
    conditions = ChangeConditions(session: session, kind: kind, author: author, since: since, until: until)
    self.caller = caller
  }
}
