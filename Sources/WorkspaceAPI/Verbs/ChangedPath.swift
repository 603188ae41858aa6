package import GitObjects

/// A path that others changed.
package struct ChangedPath: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// Who, each once, in the order of their first change.
  package var authors: [AuthorRecord]
  /// How many lines they put in; nil for what is no text or is too long to compare.
  package var added: Int?
  /// How many lines they took out.
  package var removed: Int?
  /// The version that stands at the path now; nil where it is gone, or protected.
  package var token: ObjectID?
  /// Whether the policy keeps its content from the agent that asks; nil for no.
  package var isProtected: Bool?
  /// Whether what others wrote there is not in the file, and a person is asked about it: a save without it, or a
  /// conflict; nil for no.
  package var isAsked: Bool?

  /// Makes a change.
  package init(path: String, authors: [AuthorRecord], added: Int?, removed: Int?, token: ObjectID?) {
    self.path = path
    self.authors = authors
    self.added = added
    self.removed = removed
    self.token = token
  }
}
