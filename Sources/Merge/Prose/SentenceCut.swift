/// Splits a paragraph into sentences.
///
/// An uncertain end is not treated as one: a unit that is too large only makes a merge coarser, while one that is too
/// small could make a sentence that nobody wrote (review B5). The text is therefore never split inside brackets, code
/// and curly quotes, after abbreviations, initials and short numbers, or before a lower-case letter.
struct SentenceCut {
  private let text: [UInt8]
  private let end: Int
  private let isQuote: Bool
  private var position: Int
  private var depth = 0
  private var ticks = 0

  /// Returns the ranges of the sentences without the spaces after them; sentences and spaces together are all the
  /// bytes.
  ///
  /// - Parameter isQuote: whether the lines begin with the marks of a quote, which then count as spaces.
  static func sentences(of text: [UInt8], in range: Range<Int>, isQuote: Bool = false) -> [Range<Int>] {
    var cut = SentenceCut(text: text, range: range, isQuote: isQuote)
    var result: [Range<Int>] = []
    var start = range.lowerBound
    while let sentence = cut.nextEnd() {
      result.append(start..<sentence)
      start = cut.position
    }
    if start < range.upperBound { result.append(start..<range.upperBound) }
    return result
  }

  private init(text: [UInt8], range: Range<Int>, isQuote: Bool) {
    self.text = text
    self.isQuote = isQuote
    end = range.upperBound
    position = range.lowerBound
  }

  /// Returns the end of the next sentence that another one follows, and moves `position` to the beginning of that one.
  private mutating func nextEnd() -> Int? {
    while position < end {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "`"):
        var run = 0
        while position < end, text[position] == byte {
          run += 1
          position += 1
        }
        if ticks == 0 { ticks = run } else if ticks == run { ticks = 0 }
        continue
      case _ where ticks > 0: break
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"):
        if let found = end(at: position, length: 1, needsSpace: true) { return found }
      case 0xE2 where isQuote(opening: true): depth += 1
      case 0xE2 where isQuote(opening: false): depth = max(0, depth - 1)
      case 0xE3 where has([0xE3, 0x80, 0x82]), 0xEF where has([0xEF, 0xBC, 0x81]) || has([0xEF, 0xBC, 0x9F]):
        if let found = end(at: position, length: 3, needsSpace: false) { return found }
      case 0xE2 where has([0xE2, 0x80, 0xA6]):
        if let found = end(at: position, length: 3, needsSpace: true) { return found }
      default: break
      }
      position += 1
    }
    return nil
  }

  private func has(_ bytes: [UInt8]) -> Bool { position + bytes.count <= end && text[position...].starts(with: bytes) }

  /// Returns whether a quote opens (“ „) or closes (”) here; ‘ and ’ are apostrophes as often as quotes.
  private func isQuote(opening: Bool) -> Bool {
    opening ? has([0xE2, 0x80, 0x9C]) || has([0xE2, 0x80, 0x9E]) : has([0xE2, 0x80, 0x9D])
  }

  /// Returns the end of a sentence at a mark if one ends there; otherwise moves `position` to the last byte of the
  /// mark.
  private mutating func end(at mark: Int, length: Int, needsSpace: Bool) -> Int? {
    var next = mark + length
    while next < end, [UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?")].contains(text[next]) { next += 1 }
    let isSinglePoint = text[mark] == UInt8(ascii: ".") && next == mark + 1
    var level = depth
    let marksEnd = next
    closing: while next < end {
      switch text[next] {
      case UInt8(ascii: ")"), UInt8(ascii: "]"): level -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "_"): break
      case 0xE2 where text[next...].starts(with: [0xE2, 0x80, 0x9D]):
        level -= 1
        next += 2
      case 0xE2 where text[next...].starts(with: [0xE2, 0x80, 0x99]): next += 2
      default: break closing
      }
      next += 1
    }
    defer { position = max(position, mark + length - 1) }
    guard next < end, level <= 0, ticks == 0 else { return nil }
    var start = next
    var isAfterLine = false
    while start < end {
      if text[start] == UInt8(ascii: "\n") || text[start] == UInt8(ascii: "\r") { isAfterLine = isQuote }
      guard DocumentLayout.isSpace(text[start]) || isAfterLine && text[start] == UInt8(ascii: ">") else { break }
      start += 1
    }
    guard start < end, start > next || !needsSpace, beginsSentence(start) else { return nil }
    if isSinglePoint, marksEnd == next, AbbreviationList.ends(text[..<mark]) { return nil }
    position = start
    depth = 0
    return next
  }

  /// Returns whether a sentence may begin at a place: not with a lower-case letter, nor with a mark of the sentence
  /// before.
  private func beginsSentence(_ start: Int) -> Bool {
    var place = start
    while place < end, Array("\"'([*_`#".utf8).contains(text[place]) { place += 1 }
    guard place < end else { return false }
    if text[place] < 0x80 {
      let isMark = Array(".,;:!?)]}-/&=+".utf8).contains(text[place])
      return !isMark && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(text[place])
    }
    let scalar = String(decoding: text[place..<min(place + 4, end)], as: UTF8.self).unicodeScalars.first
    return scalar.map { !$0.properties.isLowercase } ?? true
  }
}

/// Words after which a point rarely ends a sentence.
enum AbbreviationList {
  private static let words: Set<String> = [
    "abb", "abs", "al", "approx", "apr", "art", "aug", "bd", "bspw", "bzw", "ca", "cf", "ch", "co", "corp", "dec",
    "dept", "dr", "ed", "eds", "eq", "esp", "est", "etc", "evtl", "feb", "fig", "figs", "fri", "gen", "ggf", "hon",
    "hr", "inc", "incl", "jan", "jr", "jul", "jun", "lt", "ltd", "mar", "max", "mfg", "min", "mon", "mr", "mrs", "ms",
    "mt", "no", "nos", "nov", "nr", "oct", "op", "p", "pp", "prof", "resp", "rev", "sat", "sec", "sen", "sep", "sept",
    "sog", "sr", "st", "str", "sun", "tab", "tel", "thu", "tue", "usw", "vgl", "viz", "vol", "vs", "wed",
  ]

  /// Returns whether a text ends in an abbreviation, an initial, a word with a point in it, or a number of one or two
  /// digits.
  static func ends(_ text: ArraySlice<UInt8>) -> Bool {
    let word = text.suffix(24).reversed().prefix { byte in
      let folded = byte | 0x20
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(folded) || byte >= 0x80
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }
    let letters = Array(word.reversed())
    guard let last = letters.last else { return false }
    let isNumber = letters.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if isNumber { return letters.count <= 2 }
    // An initial; one letter of another script is a scalar of two bytes or more.
    if letters.count == 1 || letters.count == 2 && last >= 0x80 && letters[0] >= 0xC0 { return true }
    if letters.contains(UInt8(ascii: ".")) { return true }
    return words.contains(String(decoding: letters, as: UTF8.self).lowercased())
  }
}
