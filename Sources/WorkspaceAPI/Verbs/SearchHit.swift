/// One line that contains the text.
package struct SearchHit: Sendable, Codable {
  /// The file.
  package var path: String
  /// The line's number, from 1.
  package var line: Int
  /// The line, cut at 400 characters.
  package var text: String
  /// The lines before it, if requested, each cut at the same length.
  package var before: [String]?
  /// The lines after it.
  package var after: [String]?

  /// Creates a hit.
  package init(path: String, line: Int, text: String, before: [String]? = nil, after: [String]? = nil) {
    self.path = path
    self.line = line
    self.text = text
    self.before = before
    self.after = after
  }
}
