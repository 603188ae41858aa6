/// The conditions on recorded changes. A change meets all of those that are set.
package struct ChangeConditions: Hashable, Sendable, Codable {
  /// Restricts to changes of this agent session.
  package var session: String?
  /// Restricts to changes of this kind of author: user, agent, unsure, sync.
  package var kind: String?
  /// Restricts to authors whose name contains this text, case-insensitively.
  package var author: String?
  /// Restricts to changes since this time, such as "yesterday" or "2026-01-31 10:00". A day alone is its beginning.
  package var since: String?
  /// Restricts to changes until this time. A day alone is its end.
  package var until: String?

  /// Creates conditions.
  package init(
    session: String? = nil, kind: String? = nil, author: String? = nil, since: String? = nil, until: String? = nil
  ) {
    self.session = session
    self.kind = kind
    self.author = author
    self.since = since
    self.until = until
  }

  /// Whether every change meets them.
  package var isEmpty: Bool { self == ChangeConditions() }

  /// Whether they restrict the authors.
  package var concernsAuthors: Bool { session != nil || kind != nil || author != nil }
}
