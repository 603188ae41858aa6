/// A parsed query of words. Pure.
package struct SearchQuery: Hashable, Sendable {
  /// A word or phrase.
  struct Term: Hashable, Sendable {
    /// The folded words in order; at least one.
    var words: [String]
    /// Whether the last word may continue.
    var isPrefix: Bool
  }

  /// The wanted terms: a document matches if it has one term of each group.
  let groups: [[Term]]
  /// The unwanted terms: a document matches if it has none of them.
  let without: [Term]

  /// Creates a query from its terms.
  init(groups: [[Term]], without: [Term]) {
    self.groups = groups
    self.without = without
  }

  /// Parses a text: words, `"a phrase"`, `beginning*`, `-without`, and `OR` between two alternatives.
  ///
  /// - Throws: `QueryFault` with the position of an operator that has no meaning there.
  package init(_ text: String) throws(QueryFault) {
    var parser = QueryParser(text)
    self = try parser.query()
  }

  /// The query in FTS5's language.
  var expression: String {
    let wanted = groups.map { group in
      let terms = group.map(\.expression).joined(separator: " OR ")
      return group.count == 1 ? terms : "(\(terms))"
    }.joined(separator: " AND ")
    guard !without.isEmpty else { return wanted }
    return "(\(wanted)) NOT (\(without.map(\.expression).joined(separator: " OR ")))"
  }
}

extension SearchQuery.Term {
  /// The term in FTS5's language. The words contain letters and digits only, so that no quote can end the text.
  var expression: String { "\"\(words.joined(separator: " "))\"\(isPrefix ? " *" : "")" }
}

/// A query that cannot be understood.
package struct QueryFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the first character that is wrong, from 1.
  package let position: Int
  package let reason: String

  /// The reason with the position, for people.
  package var description: String { "\(reason) (character \(position))" }
}
