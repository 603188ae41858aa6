/// One line that holds the text.
package struct SearchHit: Sendable, Codable {
  /// The file.
  package var path: String
  /// The line's number, from 1.
  package var line: Int
  /// The line, cut at 400 characters.
  package var text: String
  /// The lines before it, where they were asked for, each cut alike.
  package var before: [String]?
  /// The lines behind it.
  package var after: [String]?

  /// Makes a hit.
  package init(path: String, line: Int, text: String, before: [String]? = nil, after: [String]? = nil) {
    self.path = path
    self.line = line
    self.text = text
    self.before = before
    self.after = after
  }
}
