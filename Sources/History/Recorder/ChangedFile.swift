package import Documents
package import GitObjects

/// A path that was changed between two tips.
package struct ChangedFile: Hashable, Sendable {
  /// Who changed it.
  package struct Writer: Hashable, Sendable {
    /// Who.
    package var author: Author
    /// The name in the commit, which is the person's where the author has none.
    package var name: String
  }

  /// The path.
  package var path: String
  /// Who changed it, each once, in the order of their first change.
  package var authors: [Writer] = []
  /// How many lines came; nil where they were not counted.
  package var added: Int? = 0
  /// How many lines went; nil where they were not counted.
  package var removed: Int? = 0
  /// What stands there now; nil for nothing.
  package var token: ObjectID?

  init(path: String) {
    self.path = path
  }
}
