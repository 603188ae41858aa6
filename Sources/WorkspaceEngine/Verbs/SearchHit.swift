/// One line that holds the text.
package struct SearchHit: Sendable, Codable {
  /// The file.
  package var path: String
  /// The line's number, from 1.
  package var line: Int
  /// The line, cut at 400 characters.
  package var text: String

  /// Makes a hit.
  package init(path: String, line: Int, text: String) {
    self.path = path
    self.line = line
    self.text = text
  }
}
