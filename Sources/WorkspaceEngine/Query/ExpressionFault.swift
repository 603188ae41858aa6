/// The fault of an expression that git refused. Pure.
struct ExpressionFault: Hashable, Sendable {
  /// The reason, in the words of the library that reads expressions (PCRE2), with the position where it is known.
  let description: String

  /// Reads git's message.
  ///
  /// - Parameters:
  ///   - message: such as `fatal: -e option, '(wh': missing closing parenthesis`.
  ///   - expression: the expression that was searched for.
  init(_ message: String, in expression: String) {
    // The expression before the reason may itself contain the mark, a reason does not.
    let mark = message.ranges(of: "': ").last
    let reason = mark.map { String(message[$0.upperBound...]) } ?? String(message.trimmingPrefix("fatal: "))
    let position = expression.contains("\n") ? nil : Self.place(of: reason, in: Array(expression))
    description = reason + (position.map { " (character \($0 + 1))" } ?? "")
  }

  /// Returns the index of the character that a reason is about; nil if it is not known.
  private static func place(of reason: String, in expression: [Character]) -> Int? {
    let brackets = ExpressionBrackets(expression)
    if reason.contains("terminating ]") { return brackets.openClass }
    if reason.contains("unmatched closing parenthesis") { return brackets.closing }
    if reason.hasPrefix("quantifier does not follow") { return brackets.quantifier }
    if reason.contains("closing parenthesis") || reason.contains("missing )") { return brackets.openGroups.last }
    if reason.hasSuffix("at end of pattern"), expression.last == "\\" { return expression.count - 1 }
    return nil
  }
}

/// The brackets of an expression in Perl's syntax that have no partner, and the quantifier that has nothing to repeat.
/// Pure.
struct ExpressionBrackets: Hashable, Sendable {
  /// The indexes of parentheses that are not closed, the innermost last.
  private(set) var openGroups: [Int] = []
  /// The index of the first closing parenthesis without an opening one; nil for none.
  private(set) var closing: Int?
  /// The index of a bracket that begins a class of characters without an end; nil for none.
  private(set) var openClass: Int?
  /// The index of the first `*`, `+` or `?` that has nothing to repeat; nil for none.
  private(set) var quantifier: Int?
  /// The part before the next character.
  private var last = Part.none

  private enum Part { case none, item, repeated, qualified }

  /// Reads an expression: brackets after a backslash, between `\Q` and `\E`, and in a class or comment are characters.
  init(_ text: [Character]) {
    var index = 0
    while index < text.count {
      let character = text[index]
      switch character {
      case "*", "+", "?": take(quantifier: character, at: index)
      case "(", "|": last = .none
      default: last = .item
      }
      switch character {
      case "\\":
        index += 1
        if index < text.count, text[index] == "Q" { index = Self.end(ofQuotationAt: index + 1, in: text) }
      case "[":
        guard let end = Self.end(ofClassAt: index, in: text) else {
          openClass = index
          return
        }
        index = end
      case "(":
        openGroups.append(index)
        if text[index...].starts(with: "(?#") {
          guard let end = text[index...].firstIndex(of: ")") else { return }
          openGroups.removeLast()
          index = end
        } else if let next = text[(index + 1)...].first, next == "?" || next == "*" {
          // It begins the kind of a group.
          index += 1
        }
      case ")":
        if openGroups.popLast() == nil, closing == nil { closing = index }
      default: break
      }
      index += 1
    }
  }

  private mutating func take(quantifier: Character, at index: Int) {
    switch last {
    case .item: last = .repeated
    case .repeated where quantifier != "*": last = .qualified
    default: if self.quantifier == nil { self.quantifier = index }
    }
  }

  /// Returns the index of the last character of a quotation.
  private static func end(ofQuotationAt start: Int, in text: [Character]) -> Int {
    var index = start
    while index < text.count, !text[index...].starts(with: "\\E") { index += 1 }
    return index + 1
  }

  /// Returns the index of the bracket that ends a class; nil for none.
  private static func end(ofClassAt start: Int, in text: [Character]) -> Int? {
    var index = start + 1
    if index < text.count, text[index] == "^" { index += 1 }
    // A bracket that comes first is a character.
    if index < text.count, text[index] == "]" { index += 1 }
    while index < text.count, text[index] != "]" {
      if text[index] == "\\" {
        index += 1
        if index < text.count, text[index] == "Q" { index = end(ofQuotationAt: index + 1, in: text) }
      } else if text[index...].starts(with: "[:"), let end = text[(index + 2)...].firstIndex(of: ":"),
        end + 1 < text.count, text[end + 1] == "]", text[(index + 2)..<end].allSatisfy({ $0.isLetter || $0 == "^" })
      {
        index = end + 1
      }
      index += 1
    }
    return index < text.count ? index : nil
  }
}
