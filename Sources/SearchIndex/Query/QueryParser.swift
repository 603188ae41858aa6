/// The parser of `SearchQuery`. Pure.
struct QueryParser {
  /// The largest number of terms.
  private static let mostTerms = 64

  /// A term with its place.
  private struct Item {
    var term: SearchQuery.Term?
    var isUnwanted: Bool
  }

  private let text: [Character]
  private var index = 0

  /// Creates a parser for a text.
  init(_ text: String) { self.text = Array(text) }

  /// Parses the whole text.
  mutating func query() throws(QueryFault) -> SearchQuery {
    var groups: [[SearchQuery.Term]] = []
    var without: [SearchQuery.Term] = []
    var alternative: Int?
    skipBlanks()
    while index < text.count {
      let start = index
      if isOperator() {
        guard !groups.isEmpty, alternative == nil, lastIsWanted else { throw fault(start, "OR needs a word before it") }
        alternative = start
        index += 2
        skipBlanks()
        continue
      }
      let item = try item()
      skipBlanks()
      if let alternative {
        guard !item.isUnwanted, let term = item.term else { throw fault(alternative, "OR needs a word after it") }
        groups[groups.count - 1].append(term)
      } else if let term = item.term {
        if item.isUnwanted { without.append(term) } else { groups.append([term]) }
      }
      if item.term != nil { lastIsWanted = !item.isUnwanted }
      alternative = nil
      guard without.count + groups.reduce(0, { $0 + $1.count }) <= Self.mostTerms else {
        throw fault(start, "A query has at most \(Self.mostTerms) words")
      }
    }
    if let alternative { throw fault(alternative, "OR needs a word after it") }
    guard !groups.isEmpty else {
      throw fault(0, without.isEmpty ? "There is no word to search" : "A query needs a word that is not left out")
    }
    return SearchQuery(groups: groups, without: without)
  }

  /// Whether the last term was a wanted one, so that `OR` may follow.
  private var lastIsWanted = false

  private func fault(_ index: Int, _ reason: String) -> QueryFault { QueryFault(position: index + 1, reason: reason) }

  private mutating func skipBlanks() { while index < text.count, text[index].isWhitespace { index += 1 } }

  /// Returns whether the operator `OR` is next.
  private func isOperator() -> Bool {
    guard index + 1 < text.count, text[index] == "O", text[index + 1] == "R" else { return false }
    return index + 2 == text.count || text[index + 2].isWhitespace
  }

  /// Parses one term with its signs.
  private mutating func item() throws(QueryFault) -> Item {
    let start = index
    let isUnwanted = text[index] == "-"
    if isUnwanted { index += 1 }
    guard index < text.count, !text[index].isWhitespace else { throw fault(start, "'-' needs a word right after it") }
    let body = try text[index] == "\"" ? phrase() : bare()
    var isPrefix = false
    if index < text.count, text[index] == "*" {
      isPrefix = true
      index += 1
    }
    guard index == text.count || text[index].isWhitespace else {
      throw fault(
        isPrefix ? index - 1 : index,
        isPrefix ? "'*' can only end a word or phrase" : "A quotation mark begins or ends a phrase, beside a blank")
    }
    let term = Self.term(body, isPrefix: isPrefix)
    if term == nil, isUnwanted || isPrefix { throw fault(start, "'\(String(text[start..<index]))' has no word") }
    return Item(term: term, isUnwanted: isUnwanted)
  }

  private mutating func phrase() throws(QueryFault) -> String {
    let start = index
    index += 1
    let first = index
    while index < text.count, text[index] != "\"" { index += 1 }
    guard index < text.count else { throw fault(start, "The phrase has no closing quotation mark") }
    defer { index += 1 }
    return String(text[first..<index])
  }

  private mutating func bare() throws(QueryFault) -> String {
    let first = index
    while index < text.count, !text[index].isWhitespace, text[index] != "*", text[index] != "\"" { index += 1 }
    return String(text[first..<index])
  }

  /// Returns the term of a text; nil if it has no word.
  private static func term(_ text: String, isPrefix: Bool) -> SearchQuery.Term? {
    let list = WordList(text)
    var words = list.words
    guard !words.isEmpty else { return nil }
    // The last letter of a run is a word of its own only where the run ends in the document, too.
    if list.lastRun > 1 {
      words.removeLast()
      return SearchQuery.Term(words: words, isPrefix: false)
    }
    return SearchQuery.Term(words: words, isPrefix: isPrefix || list.lastRun == 1)
  }
}
