package import GitObjects

/// Requests the lines that contain a text, or the documents that contain words.
package struct SearchRequest: Verb {
  package typealias Answer = [SearchHit]
  package typealias Notification = SearchProgress
  package static let name = "search"
  package static let endsWithItsClient = true

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
  /// Whether to report the progress and notes; nil for no.
  package var tellsProgress: Bool?
  /// The conditions on documents, if the text is a query of words, which the index answers with one hit for each
  /// document, best first; nil for a search of lines.
  package var words: WordConditions?
  /// The caller; an agent sees what the policy lets it read.
  package var caller: Caller

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

/// The conditions on the documents that a query of words finds.
package struct WordConditions: Hashable, Sendable, Codable {
  /// Restricts to documents whose first or last author is of this kind (`agent`, `user`) or has this name.
  package var author: String?
  /// Restricts to documents that were changed since a time, such as `7d` or `yesterday`.
  package var since: String?
  /// Restricts to documents that were not changed after a time.
  package var until: String?
  /// Restricts to documents that fulfil all these conditions, each as in `QueryRequest`: `status=draft`, `rating>=4`.
  package var fields: [String]

  /// Creates conditions.
  package init(author: String? = nil, since: String? = nil, until: String? = nil, fields: [String] = []) {
    self.author = author
    self.since = since
    self.until = until
    self.fields = fields
  }
}

/// One line that contains the text, or the best line of a document that contains the words.
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
  /// The document's title, for a query of words.
  package var title: String?
  /// The document's last author, for a query of words.
  package var author: AuthorRecord?
  /// The time of the document's last change in ISO 8601, for a query of words.
  package var time: String?

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
  /// A note for the reader of the answer, such as the part of a long text that is searched; nil for none.
  package var note: String?
  /// The progress of the index if the search waits for it; nil if it does not.
  package var index: IndexState?

  package init(milliseconds: Int, lines: Int, files: Int, note: String? = nil, index: IndexState? = nil) {
    self.milliseconds = milliseconds
    self.lines = lines
    self.files = files
    self.note = note
    self.index = index
  }
}
