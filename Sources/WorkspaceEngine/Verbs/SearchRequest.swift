/// Asks where a text stands.
package struct SearchRequest: Sendable, Codable {
  /// The text.
  package var text: String
  /// Only below this folder.
  package var path: String?
  /// Whether case matters.
  package var caseSensitive: Bool
  /// How many hits at the most.
  package var limit: Int

  /// Makes a request.
  package init(text: String, path: String? = nil, caseSensitive: Bool = false, limit: Int = 1_000) {
    self.text = text
    self.path = path
    self.caseSensitive = caseSensitive
    self.limit = limit
  }
}
