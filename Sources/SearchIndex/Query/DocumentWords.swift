/// The searchable words of one document: what the index stores of it, and what an answer is checked against. Pure.
struct DocumentWords: Sendable {
  /// The words of its title.
  let title: WordList
  /// The words of its path.
  let path: WordList
  /// The words of its text.
  let body: WordList

  /// Finds the words of a document at a path.
  ///
  /// - Parameter places: whether to keep the places of the text's words.
  init(_ document: ExtractedDocument, path: String, places: Bool = false) {
    title = WordList(document.title)
    self.path = WordList(path)
    body = WordList(document.text, places: places)
  }

  /// Returns whether the document matches a query.
  func match(_ query: SearchQuery) -> Bool {
    query.groups.allSatisfy { $0.contains(where: has) } && !query.without.contains(where: has)
  }

  /// Returns whether the title, the path or the text has a term.
  private func has(_ term: SearchQuery.Term) -> Bool {
    let pattern = Self.pattern(term)
    return [title, path, body].contains { Self.position(of: pattern, in: $0.joined) != nil }
  }

  /// Returns the range of the text that shows a query best: the first occurrence of the term that the line with the most
  /// terms begins with; nil if only the title or the path matches.
  func place(of query: SearchQuery) -> Range<Int>? {
    let terms = query.groups.flatMap(\.self)
    let found = terms.compactMap { term -> Range<Int>? in
      let pattern = Self.pattern(term)
      guard let position = Self.position(of: pattern, in: body.joined), let first = word(at: position) else {
        return nil
      }
      let last = min(first + term.words.count - 1, body.ranges.count - 1)
      return body.ranges[first].lowerBound..<body.ranges[last].upperBound
    }
    return found.min { $0.lowerBound < $1.lowerBound }
  }

  /// Returns the number of the word that begins at a position of the joined words.
  private func word(at position: Int) -> Int? {
    var (low, high) = (0, body.starts.count)
    while low < high {
      let middle = (low + high) / 2
      if body.starts[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low < body.starts.count && body.starts[low] == position ? low : nil
  }

  private static func pattern(_ term: SearchQuery.Term) -> [UInt8] {
    Array(term.words.joined(separator: " ").utf8) + (term.isPrefix ? [] : [UInt8(ascii: " ")])
  }

  /// Returns the position of a term's words in joined words, at the beginning of a word; nil if they do not occur.
  private static func position(of pattern: [UInt8], in joined: [UInt8]) -> Int? {
    joined.withUnsafeBufferPointer { text in
      pattern.withUnsafeBufferPointer { pattern in
        guard let first = pattern.first, text.count >= pattern.count else { return nil }
        var index = 0
        while index <= text.count - pattern.count {
          if text[index] == first, index == 0 || text[index - 1] == UInt8(ascii: " ") {
            var length = 1
            while length < pattern.count, text[index + length] == pattern[length] { length += 1 }
            if length == pattern.count { return index }
          }
          index += 1
        }
        return nil
      }
    }
  }
}
