/// How far a search is. Of what the policy keeps from who asks, nothing is counted.
package struct SearchProgress: Hashable, Sendable, Codable {
  /// How long it has been going on, in milliseconds.
  package var milliseconds: Int
  /// The lines found so far, those before the page that was asked for too.
  package var lines: Int
  /// The files that they are in.
  package var files: Int

  /// Makes a report.
  package init(milliseconds: Int, lines: Int, files: Int) {
    self.milliseconds = milliseconds
    self.lines = lines
    self.files = files
  }
}
