package import Documents
package import GitObjects

/// A path that was changed between two tips.
package struct ChangedFile: Hashable, Sendable {
  /// The author of a change.
  package struct Writer: Hashable, Sendable {
    package var author: Author
    /// The name in the commit, which is the person's if the author has none.
    package var name: String
  }

  package var path: String
  /// The authors of the changes, each once, in the order of their first change.
  package var authors: [Writer] = []
  /// The number of added lines; nil if they were not counted.
  package var added: Int? = 0
  /// The number of removed lines; nil if they were not counted.
  package var removed: Int? = 0
  /// The present version; nil if there is no file.
  package var token: ObjectID?
}
