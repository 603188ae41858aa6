internal import Payloads

/// The part of a calendar's text that may matter for some days. libical's tree takes many times the memory of its text:
/// single events far from the days are left out before it is built. All that is unusual stays. Pure.
struct CalendarExcerpt {
  /// The number of further days on each side: a time in another zone, or without one, may be of another day.
  private static let margin = 3

  /// An event whose end has not been reached.
  private struct Block {
    /// The index of its first byte.
    var start: Int
    /// The days of its start and of its end as numbers such as 20261127; nil without one.
    var first: Int?
    var last: Int?
    /// Whether it stays in any case: it repeats, changes a series, or is not understood.
    var stays = false
    /// Whether it has a duration, and so an end that is not computed.
    var hasDuration = false
    /// The number of open parts in it, such as alarms.
    var depth = 0
  }

  private let days: ClosedRange<Int>
  private var kept: [UInt8] = []

  /// Returns a calendar's text without the single events that are not near some days.
  static func text(_ text: String, near days: DaySpan) -> String {
    var excerpt = CalendarExcerpt(days)
    let bytes = Array(text.utf8)
    excerpt.read(bytes)
    return excerpt.kept.count == bytes.count ? text : String(decoding: excerpt.kept, as: UTF8.self)
  }

  private init(_ span: DaySpan) {
    func number(_ day: CalendarDay) -> Int { Int(day.text.filter { $0 != "-" }) ?? 0 }
    let (first, last) = (number(span.first.adding(-Self.margin)), number(span.last.adding(Self.margin)))
    days = min(first, last)...max(first, last)
  }

  private mutating func read(_ text: [UInt8]) {
    var block: Block?
    var depth = 0
    var copied = 0
    var place = 0
    while place < text.count {
      var end = place
      while end < text.count, text[end] != 10, text[end] != 13 { end += 1 }
      let isPair = end + 1 < text.count && text[end] == 13 && text[end + 1] == 10
      let next = min(text.count, end + (isPair ? 2 : 1))
      let line = text[place..<end]
      if Self.isWord(line, "BEGIN:VEVENT"), block == nil, depth > 0 {
        block = Block(start: place)
      } else if var open = block {
        if open.depth == 0, Self.isWord(line, "END:VEVENT") {
          if !isNear(open) {
            kept += text[copied..<open.start]
            copied = next
          }
          block = nil
        } else {
          Self.take(line, &open)
          block = open
        }
      } else if Self.begins(line, "BEGIN:") {
        depth += 1
      } else if Self.begins(line, "END:") {
        depth -= 1
      }
      place = next
    }
    kept += text[copied...]
  }

  /// Returns whether an event may touch the days.
  private func isNear(_ block: Block) -> Bool {
    guard !block.stays, let first = block.first else { return true }
    if first > days.upperBound { return false }
    return block.hasDuration || max(first, block.last ?? first) >= days.lowerBound
  }

  /// Takes the next line of an event.
  private static func take(_ line: ArraySlice<UInt8>, _ block: inout Block) {
    guard let letter = line.first else { return }
    if begins(line, "BEGIN:") {
      block.depth += 1
      return
    }
    if begins(line, "END:") {
      block.depth -= 1
      return
    }
    guard block.depth == 0 else { return }
    // The rest of a folded line: it may belong to a date.
    if letter == 32 || letter == 9 { return }
    guard let mark = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }) else {
      block.stays = true
      return
    }
    switch String(decoding: line[..<mark], as: UTF8.self).uppercased() {
    case "DTSTART":
      let day = day(of: line)
      block.stays = block.stays || day == nil || block.first != nil
      block.first = day
    case "DTEND":
      let day = day(of: line)
      block.stays = block.stays || day == nil || block.last != nil
      block.last = day
    case "DURATION": block.hasDuration = true
    case "RRULE", "RDATE", "EXRULE", "RECURRENCE-ID": block.stays = true
    default: break
    }
  }

  /// Returns the day of a property as a number; nil if it has another form.
  private static func day(of line: ArraySlice<UInt8>) -> Int? {
    let value = line[((line.lastIndex(of: UInt8(ascii: ":")) ?? line.startIndex) + 1)...]
    let digits = value.prefix(8)
    let mark = value.dropFirst(8).first
    guard digits.count == 8, digits.allSatisfy({ (48...57).contains($0) }),
      mark == nil || mark == UInt8(ascii: "T") || mark == UInt8(ascii: "t")
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  private static func begins(_ line: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    guard line.count >= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      zip(line, word).allSatisfy { letter, other in letter == other || letter == other | 0x20 }
    }
  }

  private static func isWord(_ line: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    begins(line, word) && line.dropFirst(word.utf8CodeUnitCount).allSatisfy { $0 == 32 || $0 == 9 }
  }
}
