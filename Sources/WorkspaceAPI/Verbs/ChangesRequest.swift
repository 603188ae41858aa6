package import GitObjects

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

  package init(since: String? = nil, caller: Caller, limit: Int) {
    self.since = since
    self.caller = caller
    self.limit = limit
  }
}

/// Others' changes.
package struct ChangesReport: Hashable, Sendable, Codable {
  /// The last tip of the report; nil before the first commit.
  package var tip: ObjectID?
  /// The paths, by name.
  package var changes: [ChangedPath]
  /// The number of further paths.
  package var more: Int
  /// Whether the report covers all commits of the range: of thousands of commits it covers only the newest.
  package var isWhole: Bool

  package init(tip: ObjectID?, changes: [ChangedPath] = [], more: Int = 0, isWhole: Bool = true) {
    self.tip = tip
    self.changes = changes
    self.more = more
    self.isWhole = isWhole
  }
}

/// A path that others changed.
package struct ChangedPath: Sendable, Codable, Hashable {
  package var path: String
  /// The authors, each once, in the order of their first change.
  package var authors: [AuthorRecord]
  /// The number of added lines; nil if it is no text or is too long to compare.
  package var added: Int?
  /// The number of removed lines.
  package var removed: Int?
  /// The present version at the path; nil if the path no longer exists, or is protected.
  package var token: ObjectID?
  /// Whether the policy withholds the content from the agent; nil for no.
  package var isProtected: Bool?
  /// Whether the file lacks others' changes, and a question about it is open: a save without them, or a conflict; nil
  /// for no.
  package var isAsked: Bool?

  package init(path: String, authors: [AuthorRecord], added: Int?, removed: Int?, token: ObjectID?) {
    self.path = path
    self.authors = authors
    self.added = added
    self.removed = removed
    self.token = token
  }
}
