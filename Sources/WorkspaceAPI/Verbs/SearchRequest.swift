/// Requests the lines that contain a text.
package struct SearchRequest: Verb {
  package typealias Answer = [SearchHit]
  package typealias Notification = SearchProgress
  package static let name = "search"
  package static let endsWithItsClient = true

  /// The text.
  package var text: String
  /// Restricts the search to files below this folder.
  package var path: String?
  /// Whether the search is case-sensitive.
  package var caseSensitive: Bool
  /// The greatest number of hits.
  package var limit: Int
  /// Whether the text is a regular expression in Perl's syntax; nil for no.
  package var isRegex: Bool?
  /// Restricts the search to files that match this pattern; one without a slash matches at any depth.
  package var glob: String?
  /// The number of hits to skip at the beginning; nil for none.
  package var skip: Int?
  /// The number of lines before and after each hit; nil for none.
  package var context: Int?
  /// The number of hits that the caller shows; nil for all.
  package var shown: Int?
  /// Whether to report the progress; nil for no.
  package var tellsProgress: Bool?
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

  /// Creates a request.
  package init(
    text: String, path: String? = nil, caseSensitive: Bool = false, limit: Int = 1_000, isRegex: Bool? = nil,
    glob: String? = nil, skip: Int? = nil, context: Int? = nil, caller: Caller = .person
  ) {
    self.text = text
    self.path = path
    self.caseSensitive = caseSensitive
    self.limit = limit
    self.isRegex = isRegex
    self.glob = glob
    self.skip = skip
    self.context = context
    self.caller = caller
  }
}

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
