/// A file that could not be handled; the rest of the operation continued.
package struct ProblemReport: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// The error, the kept data and the next step in words.
  package var message: String

  /// Creates a report.
  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}
