internal import GitObjects

/// A point in time in words that git reads: `yesterday`, `2 hours ago`, `2026-05-01 12:00`.
///
/// git reads any unknown text as the present time, and finds a date in any text with digits.
enum TimePhrase {
  private static let words: Set<String> = [
    "ago", "last", "midnight", "never", "noon", "now", "tea", "today", "yesterday", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday",
  ]

  private static let units: Set<String> = ["second", "minute", "hour", "day", "week", "month", "year"]
  private static let numbers: Set<String> = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// Returns whether a text names a time: it has a word for a time, a number with a unit, a month with a day or year,
  /// or a date in digits.
  static func isTime(_ text: String) -> Bool {
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    if parts.contains(where: { words.contains(String($0)) || isSpan($0) }) { return true }
    for (first, second) in zip(parts, parts.dropFirst()) {
      if isUnit(second), isNumber(first) || numbers.contains(String(first)) { return true }
      if isMonth(first), isOrdinal(second) { return true }
      if isOrdinal(first), isMonth(second) { return true }
    }
    return text.split { $0 == " " || $0 == "T" || $0 == "_" || $0 == "," }.contains(where: isDate)
  }

  private static func isNumber(_ word: Substring) -> Bool {
    (1...4).contains(word.count) && word.allSatisfy(\.isASCIIDigit)
  }

  private static func isUnit(_ word: Substring) -> Bool {
    units.contains(String(word)) || word.last == "s" && units.contains(String(word.dropLast()))
  }

  /// Returns whether a word is a number with its unit: `2weeks`.
  private static func isSpan(_ word: Substring) -> Bool {
    let number = word.prefix(while: \.isASCIIDigit)
    return isNumber(number) && isUnit(word[number.endIndex...])
  }

  /// Returns whether a word is the name of a month or at least its first three letters, as git accepts it.
  private static func isMonth(_ word: Substring) -> Bool {
    word.count >= 3 && months.contains { $0.hasPrefix(word) }
  }

  /// Returns whether a word is a day of a month or a year, also as `1st`.
  private static func isOrdinal(_ word: Substring) -> Bool {
    isNumber(word) || ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) } && isNumber(word.dropLast(2))
  }

  /// Returns whether a word is a date, `2026-05-01`, `2026/5/1` or `1.5.2026`, or seconds since 1970, `@1777593600`.
  private static func isDate(_ word: Substring) -> Bool {
    if word.hasPrefix("@") { return word.count > 1 && word.dropFirst().allSatisfy(\.isASCIIDigit) }
    let parts = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" || $0 == "." }
    return parts.count == 3
      && parts.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(\.isASCIIDigit) }
      && parts.contains { $0.count == 4 }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
