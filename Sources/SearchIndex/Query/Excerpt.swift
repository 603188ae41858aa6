/// The part of a document that is shown for a query. Pure.
package struct Excerpt: Hashable, Sendable {
  /// The number of characters before the found words.
  private static let before = 60
  /// The largest number of characters.
  private static let longest = 200

  /// The number of its line, from 1.
  package let line: Int
  /// Its text on one line, with `…` where it is cut.
  package let text: String

  /// Takes the part of a text around a range; its first line that is not blank for nil.
  init(of text: [UInt8], around range: Range<Int>?) {
    let place = range?.lowerBound ?? text.firstIndex { !Self.isBlank($0) } ?? 0
    let end = UInt8(ascii: "\n")
    line = text[..<min(place, text.count)].count { $0 == end } + 1
    let start = text[..<place].lastIndex(of: end).map { $0 + 1 } ?? 0
    // A character has at most four bytes in all but rare cases; the rest of a long line is not decoded.
    let cut = max(start, place - 4 * Self.before)
    let lineEnd = text[place...].firstIndex(of: end) ?? text.count
    let limit = min(lineEnd, place + 4 * Self.longest)
    let lead = Self.joined(text[cut..<place])
    let rest = Self.joined(text[place..<limit])
    let shownLead = String(lead.suffix(Self.before))
    let isCutBefore = cut > start || shownLead.count < lead.count
    let shownRest = String(rest.prefix(Self.longest - shownLead.count))
    let isCutAfter = limit < lineEnd || shownRest.count < rest.count
    self.text = (isCutBefore ? "…" : "") + Self.trimmed(shownLead + shownRest) + (isCutAfter ? "…" : "")
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// Returns a part of a line with one space for each blank and without parts of characters at its ends.
  private static func joined(_ bytes: ArraySlice<UInt8>) -> String {
    let whole = bytes.drop { $0 & 0xC0 == 0x80 }
    return String(
      String.UnicodeScalarView(
        String(decoding: whole, as: UTF8.self).unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }
          .filter { $0 != "\u{FFFD}" }))
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " }
    return String(start.lastIndex { $0 != " " }.map { start[...$0] } ?? "")
  }
}
