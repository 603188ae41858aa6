package import GitObjects

/// What a reflog line says besides the two ids.
package struct ReflogNote: Hashable, Sendable {
  /// Who moved the reference and when; nil for Stet itself at the new commit's time.
  package var by: Signature?
  /// Why; one line.
  package var message: String

  /// Makes a note.
  package init(by: Signature? = nil, message: String = "stet: record") {
    self.by = by
    self.message = message
  }
}
