/// A point in time in words that git reads: `yesterday`, `2 hours ago`, `2026-05-01 12:00`.
///
/// git reads any unknown text as the present time, and leaves out the words that it does not know: a text counts as a
/// time only if every word in it is known.
enum TimePhrase {
  /// The end of a day that a text without a time of day means.
  enum DayEdge: String, Sendable {
    /// The first second, for the beginning of a span.
    case start = "00:00:00"
    /// The last second, for its end.
    case end = "23:59:59"
  }

  /// The accepted forms, for an error.
  static let examples = "'yesterday', '2 hours ago', '1h', '5min', '15:40', 'May 1', '2026-05-01 12:00', '1.5.2026'"

  /// The words that are a time by themselves.
  private static let words: Set<String> = ["midnight", "never", "noon", "now", "tea", "today", "yesterday"]
  /// The words that are none.
  private static let fillers: Set<String> = [
    "ago", "am", "at", "last", "of", "on", "pm", "the", "t", "z", "utc", "gmt", "bst", "cet", "cest", "est", "edt",
    "cst", "cdt", "pst", "pdt",
  ]
  private static let units: Set<String> = ["second", "minute", "hour", "day", "week", "month", "year"]
  /// Short units, with git's word. A single `m` could be a minute or a month.
  private static let short = [
    "h": "hours", "hr": "hours", "hrs": "hours", "min": "minutes", "mins": "minutes", "s": "seconds", "sec": "seconds",
    "d": "days", "w": "weeks",
  ]
  private static let numbers: Set<String> = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "last",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// Returns whether a text names a time: it has a word for a time, a number with a unit, a month with a day or year, a
  /// time of day, or a date in digits, no word that git does not know, and no part that no calendar or clock has.
  static func isTime(_ text: String) -> Bool { isPhrase(text) && TimeFault.first(in: text) == nil }

  /// Returns the reason why a text in the form of a time is none; nil for a time, and for a text in another form.
  static func fault(in text: String) -> TimeFault? { isPhrase(text) ? TimeFault.first(in: text) : nil }

  private static func isPhrase(_ text: String) -> Bool {
    let parts = parts(text)
    guard parts.allSatisfy(isKnown) else { return false }
    if parts.contains(where: { words.contains(String($0)) || isDay($0) || isSpan($0) || isHour($0) }) { return true }
    for (first, second) in zip(parts, parts.dropFirst()) {
      if isUnit(second), isNumber(first) || numbers.contains(String(first)) { return true }
      if isMonth(first), isOrdinal(second) { return true }
      if isOrdinal(first), isMonth(second) { return true }
      if isNumber(first), second == "am" || second == "pm" { return true }
    }
    return text.split { $0 == " " || $0 == "T" || $0 == "_" || $0 == "," }.contains { isDate($0) || isClock($0) }
  }

  /// Returns a text in git's words: `1h` becomes `1 hours`, `a week ago` `1 week ago`, `1.5.2026` `2026-05-01`. A day of
  /// the week becomes the last one, since git reads one without that word as the present time.
  ///
  /// - Parameter edge: the time of day that is added to a day alone; nil for git's, which is the present one.
  static func spelled(_ text: String, _ edge: DayEdge? = nil) -> String {
    let words = text.split(separator: " ")
    var spelled = words.enumerated().map { index, word in
      let number = word.prefix(while: \.isASCIIDigit)
      if isNumber(number), let unit = short[word[number.endIndex...].lowercased()] { return "\(number) \(unit)" }
      if let date = TimeFault.date(word) { return date }
      let small = word.lowercased()
      if ["a", "an"].contains(small), index + 1 < words.count, isUnit(words[index + 1].lowercased()[...]) {
        return "1"
      }
      return String(word)
    }
    if words.count == 1, let day = words.first?.lowercased(), isDay(day[...]) { spelled.insert("last", at: 0) }
    let said = spelled.joined(separator: " ")
    return edge.flatMap { isDayOnly(text) ? "\($0.rawValue) \(said)" : nil } ?? said
  }

  /// The words of a text in git's spelling, in lower case.
  private static func parts(_ text: String) -> [Substring] {
    spelled(text).lowercased().split { !$0.isLetter && !$0.isNumber }
  }

  /// Returns whether a text names a day without a time of day: `yesterday`, `May 1`, `2026-05-01`.
  static func isDayOnly(_ text: String) -> Bool {
    guard !text.contains(":"), !text.contains("@") else { return false }
    let parts = parts(text)
    return !parts.contains { part in
      let isMoment = ["now", "noon", "midnight", "tea", "never", "am", "pm", "ago"].contains(part)
      let hasClock = part.first?.isASCIIDigit == true && part.contains("t")
      return isMoment || hasClock && isTimestamp(part) || isUnit(part) || isSpan(part) || isHour(part)
    }
  }

  private static func isKnown(_ word: Substring) -> Bool {
    guard word.contains(where: \.isLetter) else { return true }
    let text = String(word)
    return words.contains(text) || fillers.contains(text) || numbers.contains(text) || isUnit(word) || isMonth(word)
      || isDay(word) || isOrdinal(word) || isSpan(word) || isHour(word) || isTimestamp(word)
  }

  /// Returns whether a word is a day of the week or at least its first three letters.
  private static func isDay(_ word: Substring) -> Bool { word.count >= 3 && days.contains { $0.hasPrefix(word) } }

  /// Returns whether a word is an hour: `3pm`.
  private static func isHour(_ word: Substring) -> Bool {
    let number = word.prefix(while: \.isASCIIDigit)
    return (1...2).contains(number.count) && ["am", "pm"].contains(word[number.endIndex...])
  }

  /// Returns whether a word is a part of a timestamp: `01T12`, `00Z`.
  private static func isTimestamp(_ word: Substring) -> Bool {
    word.first?.isASCIIDigit == true && word.allSatisfy { $0.isASCIIDigit || $0 == "t" || $0 == "z" }
  }

  /// Returns whether a word is a time of day: `15:40`, `15:40:10`.
  private static func isClock(_ word: Substring) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }) else { return false }
    let numbers = parts.map { $0.allSatisfy(\.isASCIIDigit) ? Int($0) : nil }
    guard let hour = numbers[0], hour < 24 else { return false }
    return numbers.dropFirst().allSatisfy { ($0 ?? 60) < 60 }
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

  private static func isMonth(_ word: Substring) -> Bool { month(word) != nil }

  /// Returns the number of the month that a word names by at least its first three letters, as git accepts it.
  static func month(_ word: Substring) -> Int? {
    let name = word.lowercased()
    return word.count >= 3 ? months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 } : nil
  }

  /// Returns whether a word is a day of a month or a year, also as `1st`.
  private static func isOrdinal(_ word: Substring) -> Bool {
    isNumber(word) || ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) } && isNumber(word.dropLast(2))
  }

  /// Returns whether a word is a date, `2026-05-01`, `2026/5/1` or `1.5.2026`, or seconds since 1970, `@1777593600`.
  private static func isDate(_ word: Substring) -> Bool {
    if word.hasPrefix("@") { return word.count > 1 && word.dropFirst().allSatisfy(\.isASCIIDigit) }
    return TimeFault.hasForm(ofDate: word)
  }
}
