/// The progress of a search. Files that the policy withholds from the caller are not counted.
package struct SearchProgress: Hashable, Sendable, Codable {
  /// The duration so far in milliseconds.
  package var milliseconds: Int
  /// The number of lines found so far, including those before the requested page.
  package var lines: Int
  /// The number of files with these lines.
  package var files: Int

  /// Creates a report.
  package init(milliseconds: Int, lines: Int, files: Int) {
    self.milliseconds = milliseconds
    self.lines = lines
    self.files = files
  }
}
