/// Asks for the history, newest first.
package struct LogRequest: Verb {
  package typealias Answer = [LogEntry]
  package static let name = "log"

  /// Only changes of this file or folder; nil for all.
  package var path: String?
  /// How many at the most; nil for all.
  package var limit: Int?
  /// Only changes of this agent session.
  package var session: String?
  /// Only changes of this kind of author: user, agent, unsure, sync.
  package var kind: String?
  /// Only changes by an author whose name contains this text, upper and lower case alike.
  package var author: String?
  /// Only changes since this time, in any form that git understands ("yesterday", "2026-01-31 10:00").
  package var since: String?
  /// Who asks.
  package var caller: Caller

  /// Makes a request.
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
