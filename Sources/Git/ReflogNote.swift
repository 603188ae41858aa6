package import GitObjects

/// The content of a reflog line besides the two ids.
package struct ReflogNote: Hashable, Sendable {
  /// The author and time of the move; nil for Stet itself at the new commit's time.
  package var by: Signature?
  /// The reason in one line.
  package var message: String

  /// Creates a note.
  package init(by: Signature? = nil, message: String = "stet: record") {
    self.by = by
    self.message = message
  }
}
