/// The parser of one condition: `KEY OPERATOR VALUE`, `KEY exists`, `KEY missing`. Pure.
struct ConditionParser {
  /// The characters of which operators consist, also those that do not exist.
  private static let signs: Set<Character> = ["=", "!", "<", ">", "~"]
  /// The known operators, for an error.
  private static let known = "=, !=, <, <=, >, >=, exists or missing"

  private let text: [Character]
  private var index = 0

  /// Creates a parser at the beginning of a text.
  init(_ text: String) {
    self.text = Array(text)
  }

  /// Parses the whole text.
  ///
  /// - Throws: `QueryFault` with the position of the first character that is wrong.
  mutating func condition() throws(QueryFault) -> DocumentCondition {
    skipBlanks()
    let start = index
    let name = try text[safe: index] == "\"" ? quoted() : bareKey()
    guard let key = DocumentKey(name) else {
      let next = text[safe: start].map { " before '\($0)'" } ?? ""
      throw fault(start, "A key is expected\(next)")
    }
    skipBlanks()
    let place = index
    let comparison = try comparison(after: name)
    if comparison == .exists || comparison == .missing { return DocumentCondition(key: key, comparison: comparison) }
    skipBlanks()
    guard index < text.count else {
      throw fault(place, "A value is expected after '\(comparison.rawValue)'; write \"\" for an empty one")
    }
    guard text[index] == "\"" else {
      let rest = String(text[index...])
      return DocumentCondition(key: key, comparison: comparison, value: Self.withoutBlanks(rest))
    }
    let value = try quoted()
    skipBlanks()
    guard index == text.count else { throw fault(index, "The value ends at the quotation mark before") }
    return DocumentCondition(key: key, comparison: comparison, value: value)
  }

  private mutating func comparison(after name: String) throws(QueryFault) -> DocumentCondition.Comparison {
    let start = index
    guard index < text.count else {
      throw fault(start, "An operator is expected after '\(name)': \(Self.known)")
    }
    while index < text.count, Self.signs.contains(text[index]) { index += 1 }
    if index > start {
      let word = String(text[start..<index])
      guard let comparison = DocumentCondition.Comparison(rawValue: word) else {
        throw fault(start, "'\(word)' is no operator; there are \(Self.known)")
      }
      return comparison
    }
    let word = Self.withoutBlanks(String(text[start...]))
    guard let comparison = DocumentCondition.Comparison(rawValue: word) else {
      throw fault(start, "'\(word)' is no operator; there are \(Self.known)")
    }
    index = text.count
    return comparison
  }

  private mutating func bareKey() -> String {
    let start = index
    while index < text.count, !text[index].isWhitespace, !Self.signs.contains(text[index]) { index += 1 }
    return String(text[start..<index])
  }

  private mutating func quoted() throws(QueryFault) -> String {
    let start = index
    index += 1
    var found = ""
    while index < text.count, text[index] != "\"" {
      if text[index] == "\\", let next = text[safe: index + 1], next == "\"" || next == "\\" { index += 1 }
      found.append(text[index])
      index += 1
    }
    guard index < text.count else { throw fault(start, "The text has no closing quotation mark") }
    index += 1
    return found
  }

  private mutating func skipBlanks() { while index < text.count, text[index].isWhitespace { index += 1 } }

  private func fault(_ index: Int, _ reason: String) -> QueryFault { QueryFault(position: index + 1, reason: reason) }

  private static func withoutBlanks(_ text: String) -> String {
    String(String(text.reversed().drop(while: \.isWhitespace)).reversed())
  }
}

extension DocumentCondition {
  /// Parses a condition: `status=draft`, `rating >= 4`, `"due date" < 2026-12-01`, `bookId exists`.
  ///
  /// - Throws: `QueryFault` with the position of the first character that is wrong.
  package init(_ text: String) throws(QueryFault) {
    var parser = ConditionParser(text)
    self = try parser.condition()
  }
}

extension [Character] {
  /// Returns the character at a position; nil beyond the end.
  fileprivate subscript(safe index: Int) -> Character? { indices.contains(index) ? self[index] : nil }
}
