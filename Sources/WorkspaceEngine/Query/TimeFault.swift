internal import Values

/// A part of a text for a time that no calendar or clock has: the 13th month, the 30th of February. Pure.
///
/// git reads such a text as some other time.
struct TimeFault: Hashable, Sendable {
  /// The number of the part's first character, from 1.
  let position: Int
  /// The reason, without a stop at its end.
  let reason: String

  /// The reason with the position.
  var description: String { "\(reason) (character \(position))" }

  /// A word of a text, with its place.
  private struct Word {
    var text: Substring
    var position: Int

    var number: Int? { text.allSatisfy(\.isASCIIDigit) ? Int(text) : nil }

    /// The day of a month, also as `1st`.
    var day: Int? {
      let digits = text.prefix(while: \.isASCIIDigit)
      let end = text[digits.endIndex...].lowercased()
      return (1...2).contains(digits.count) && ["", "st", "nd", "rd", "th"].contains(end) ? Int(digits) : nil
    }

    func split(_ isSeparator: (Character) -> Bool) -> [Word] {
      text.split(omittingEmptySubsequences: false, whereSeparator: isSeparator).map { part in
        Word(text: part, position: position + text.distance(from: text.startIndex, to: part.startIndex))
      }
    }
  }

  /// Returns the first fault of a text; nil for none, and for a text in other forms.
  static func first(in text: String) -> TimeFault? {
    let words = Word(text: text[...], position: 1).split { " _,".contains($0) }.filter { !$0.text.isEmpty }
    for word in words {
      if let fault = fault(in: word) { return fault }
    }
    for (first, second) in zip(words, words.dropFirst()) {
      if let month = TimePhrase.month(first.text), let fault = fault(ofDay: second, month, named: first) {
        return fault
      }
      if let month = TimePhrase.month(second.text), let fault = fault(ofDay: first, month, named: second) {
        return fault
      }
    }
    return nil
  }

  /// Returns a date in digits as `2026-05-01`; nil for another text, and for a date that no calendar has.
  static func date(_ text: Substring) -> String? {
    guard let parts = parts(Word(text: text, position: 1)), fault(of: parts) == nil else { return nil }
    let (year, month, day) = (parts.year.number ?? 0, parts.month.number ?? 0, parts.day.number ?? 0)
    return [(year, 4), (month, 2), (day, 2)].map { NumberText.padded($0, to: $1) }.joined(separator: "-")
  }

  /// Returns whether a text has the form of a date in digits, also of one that no calendar has.
  static func hasForm(ofDate text: Substring) -> Bool { parts(Word(text: text, position: 1)) != nil }

  /// Returns the fault of a date in digits, with or without a time of day, or of a time of day.
  private static func fault(in word: Word) -> TimeFault? {
    let halves = word.split { "Tt".contains($0) }
    if let parts = parts(halves[0]) {
      if let fault = fault(of: parts) { return fault }
      return halves.count == 2 ? fault(ofClock: halves[1]) : nil
    }
    return fault(ofClock: word)
  }

  private typealias Parts = (year: Word, month: Word, day: Word)

  /// Returns the parts of a date in digits: the year is first or last, and the day is first with dots only, as git reads
  /// it.
  private static func parts(_ word: Word) -> Parts? {
    let parts = word.split { "-/.".contains($0) }
    guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.text.count) && $0.number != nil }) else {
      return nil
    }
    if parts[0].text.count == 4 { return (parts[0], parts[1], parts[2]) }
    guard parts[2].text.count == 4 else { return nil }
    return word.text.contains(".") ? (parts[2], parts[1], parts[0]) : (parts[2], parts[0], parts[1])
  }

  private static func fault(of parts: Parts) -> TimeFault? {
    let (year, month, day) = (parts.year.number ?? 0, parts.month.number ?? 0, parts.day.number ?? 0)
    guard (1...12).contains(month) else {
      return TimeFault(position: parts.month.position, reason: "there is no month \(month)")
    }
    guard (1...ISOTime.days(in: month, of: year)).contains(day) else {
      return TimeFault(position: parts.day.position, reason: "month \(month) of \(year) has no day \(day)")
    }
    return nil
  }

  private static func fault(ofDay word: Word, _ month: Int, named name: Word) -> TimeFault? {
    // 2024 is a leap year: a year may follow.
    guard let day = word.day, !(1...ISOTime.days(in: month, of: 2024)).contains(day) else { return nil }
    return TimeFault(position: word.position, reason: "\(name.text) has no day \(day)")
  }

  private static func fault(ofClock word: Word) -> TimeFault? {
    let digits = Word(text: word.text.prefix { $0 == ":" || $0.isASCIIDigit }, position: word.position)
    let parts = digits.split { $0 == ":" }
    guard (2...3).contains(parts.count) else { return nil }
    for (part, (unit, end)) in zip(parts, [("hour", 24), ("minute", 60), ("second", 61)]) {
      guard let number = part.number, number >= end else { continue }
      return TimeFault(position: part.position, reason: "there is no \(unit) \(number)")
    }
    return nil
  }
}
