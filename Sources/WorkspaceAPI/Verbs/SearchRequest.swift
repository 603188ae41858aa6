/// Asks where a text stands.
package struct SearchRequest: Verb {
  package typealias Answer = [SearchHit]
  package typealias Notification = SearchProgress
  package static let name = "search"
  package static let endsWithItsClient = true

  /// The text.
  package var text: String
  /// Only below this folder.
  package var path: String?
  /// Whether case matters.
  package var caseSensitive: Bool
  /// How many hits at the most.
  package var limit: Int
  /// Whether the text is a regular expression, as Perl has them; nil for no.
  package var isRegex: Bool?
  /// Only files that this pattern matches; one without a slash matches at any depth.
  package var glob: String?
  /// How many hits to leave out at the beginning; nil for none.
  package var skip: Int?
  /// How many lines before and behind each hit to give; nil for none.
  package var context: Int?
  /// How many of the hits are shown to whoever asked; nil for all.
  package var shown: Int?
  /// Whether to tell how far the search is; nil for no.
  package var tellsProgress: Bool?
  /// Who asks: an agent is shown what the policy lets it read.
  package var caller: Caller

  /// Makes a request.
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
