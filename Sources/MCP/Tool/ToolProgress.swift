/// How far a call is, as its client is told.
package struct ToolProgress: Hashable, Sendable {
  /// A number that only grows.
  package var done: Int
  /// What it grows to; nil where nobody can know.
  package var total: Int?
  /// What was done so far, in words for a person; revisions before 2025-03-26 have no place for it.
  package var message: String?

  /// Makes a report.
  package init(done: Int, total: Int? = nil, message: String? = nil) {
    self.done = done
    self.total = total
    self.message = message
  }
}
