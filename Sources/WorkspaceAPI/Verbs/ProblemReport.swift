/// A file that could not be handled while the rest went on.
package struct ProblemReport: Sendable, Codable, Hashable {
  /// The path.
  package var path: String
  /// What happened, what was kept, what to do.
  package var message: String

  /// Makes a report.
  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}
