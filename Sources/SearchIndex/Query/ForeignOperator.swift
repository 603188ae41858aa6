/// The operators of other search engines, which are words here. Pure.
package enum ForeignOperator {
  /// The operators between words, and the one with words in parentheses.
  private static let words: Set<Substring> = ["AND", "NOT", "NEAR"]

  /// Returns the remark on the first operator of another search engine in a query, for one that finds nothing: `AND`,
  /// `NOT`, `NEAR(` or `name:word` outside phrases; nil if there is none.
  package static func remark(on query: String) -> String? {
    // The odd parts are phrases.
    let parts = query.split(separator: "\"", omittingEmptySubsequences: false)
    let words = parts.enumerated().filter { $0.offset.isMultiple(of: 2) }
      .flatMap { $0.element.split(whereSeparator: \.isWhitespace) }
    for word in words {
      let plain = word.drop { $0 == "-" || $0 == "(" }
      let name = plain.prefix(while: \.isLetter)
      let rest = plain.dropFirst(name.count)
      if self.words.contains(name), rest.isEmpty ? name != "NEAR" : name == "NEAR" && rest.first == "(" {
        return "\(name) is searched as a word; OR and -word are the operators."
      }
      if !name.isEmpty, rest.first == ":", let next = rest.dropFirst().first, next.isLetter || next.isNumber {
        return "'\(plain)' is searched as words; OR and -word are the operators."
      }
    }
    return nil
  }
}
