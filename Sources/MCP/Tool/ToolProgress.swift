/// The progress of a call in the form for its client.
package struct ToolProgress: Hashable, Sendable {
  /// The progress, a number that only increases.
  package var done: Int
  /// The final value; nil if it is not known.
  package var total: Int?
  /// The work done so far as a message for a person; revisions before 2025-03-26 have no field for it.
  package var message: String?

  /// Creates a report.
  package init(done: Int, total: Int? = nil, message: String? = nil) {
    self.done = done
    self.total = total
    self.message = message
  }
}
