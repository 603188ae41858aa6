package import GitObjects

/// A path that others changed.
package struct ChangedPath: Sendable, Codable, Hashable {
  /// The path.
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

  /// Creates a change.
  package init(path: String, authors: [AuthorRecord], added: Int?, removed: Int?, token: ObjectID?) {
    self.path = path
    self.authors = authors
    self.added = added
    self.removed = removed
    self.token = token
  }
}
