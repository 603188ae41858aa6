/// Requests the history, newest first.
package struct LogRequest: Verb {
  package typealias Answer = [LogEntry]
  package static let name = "log"

  /// Restricts the list to changes of this file or folder; nil for all.
  package var path: String?
  /// The greatest number of changes; nil for all.
  package var limit: Int?
  /// Restricts the list to changes of this agent session.
  package var session: String?
  /// Restricts the list to changes of this kind of author: user, agent, unsure, sync.
  package var kind: String?
  /// Restricts the list to authors whose name contains this text, case-insensitively.
  package var author: String?
  /// Restricts the list to changes since this time, in any form that git understands ("yesterday", "2026-01-31 10:00").
  package var since: String?
  /// The caller.
  package var caller: Caller

  /// Creates a request.
  package init(
    path: String? = nil, limit: Int? = nil, session: String? = nil, kind: String? = nil, author: String? = nil,
    since: String? = nil, caller: Caller = .person
  ) {
    self.path = path
    self.limit = limit
    self.session = session
    self.kind = kind
    self.author = author
    self.since = since
    self.caller = caller
  }
}
