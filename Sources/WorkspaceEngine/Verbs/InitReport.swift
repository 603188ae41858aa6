/// What `init` or `clone` made.
package struct InitReport: Sendable, Codable {
  /// The folder.
  package var root: String
  /// Whether it was made new, or an existing folder or repository was adopted.
  package var created: Bool
  /// How many files were recorded.
  package var files: Int
  /// Rules by which peculiarities of an existing repository are handled, one sentence each.
  package var notes: [String]

  /// Makes a report.
  package init(root: String, created: Bool, files: Int, notes: [String]) {
    self.root = root
    self.created = created
    self.files = files
    self.notes = notes
  }
}
