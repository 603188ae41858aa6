internal import GitObjects

/// A point in time in words, as git reads it: `yesterday`, `2 hours ago`, `2026-05-01 12:00`.
///
/// Git takes whatever it cannot read for the present moment, and finds a date in any text with digits.
enum TimePhrase {
  private static let words: Set<String> = [
    "ago", "last", "midnight", "never", "noon", "now", "tea", "today", "yesterday", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday",
  ]

  /// Whether a text names a time: it has a word of time, or a date in numbers.
  static func isTime(_ text: String) -> Bool {
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    if parts.contains(where: { words.contains(String($0)) }) { return true }
    return text.split { $0 == " " || $0 == "T" || $0 == "_" || $0 == "," }.contains(where: isDate)
  }

  /// Whether a word is a date, `2026-05-01`, `2026/5/1` or `1.5.2026`, or seconds since 1970, `@1777593600`.
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
