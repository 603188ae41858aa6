/// Which lines of a text an answer shows. Pure.
package struct LineExcerpt: Hashable, Sendable, Codable {
  /// The most letters (Unicode scalars) of a text that an agent is shown in one answer.
  package static let usual = 25_000

  /// The first line, counted from 1.
  package var first: Int
  /// The last line; the one before `first` where there is none.
  package var last: Int
  /// How many lines the text has; nil where only a part of it was read.
  package var total: Int?
  /// The line to continue at, where more was asked for than is shown.
  package var next: Int?
  /// Whether the last line goes on behind what is shown of it.
  package var isInsideLine: Bool
  /// The letter at which the first line is shown from, counted from 1; nil for its beginning.
  package var column: Int?
  /// The letter of the last line to continue at, where that goes on.
  package var nextColumn: Int?

  /// Makes an excerpt.
  package init(first: Int, last: Int, total: Int?, next: Int? = nil, isInsideLine: Bool = false) {
    (self.first, self.last, self.total, self.next, self.isInsideLine) = (first, last, total, next, isInsideLine)
  }

  /// Takes lines out of a text: those of a range, as many whole lines of them as fit. Of the last lines of a text the
  /// first are left out, of any other range the last ones.
  ///
  /// - Parameters:
  ///   - range: the lines that are wanted; nil for all.
  ///   - longest: how many letters are taken at most.
  ///   - column: the letter of the first wanted line to begin at, counted from 1; not of the last lines of a text.
  ///   - isPart: whether the text is the lines of the range alone, and not the whole text.
  /// - Returns: the lines without the newline behind the last, and which they are; the text itself, and nil, where all of
  ///   it is wanted and fits.
  package static func take(
    _ range: LineRange?, of text: String, longest: Int, column: Int = 1, isPart: Bool = false
  ) -> (text: String, excerpt: LineExcerpt?) {
    if range == nil, column <= 1, text.utf8.count <= longest || text.unicodeScalars.count <= longest {
      return (text, nil)
    }
    // By bytes: to Swift `\r\n` is one Character. A newline at the end ends the last line and begins no other.
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    let wanted = isPart ? 0..<lines.count : place(of: range, in: lines.count)
    let isWithin = column > 1 && !wanted.isEmpty
    if isWithin { lines[wanted.lowerBound] = rest(of: lines[wanted.lowerBound], from: column) }
    var shown = wanted
    if case .last? = range {
      shown = wanted.upperBound - fitting(lines[wanted].reversed(), longest)..<wanted.upperBound
    } else {
      shown = wanted.lowerBound..<wanted.lowerBound + fitting(lines[wanted], longest)
    }
    var before = 0
    if isPart, case .between(let first, _)? = range { before = max(first, 1) - 1 }
    var excerpt = LineExcerpt(
      first: before + shown.lowerBound + 1, last: before + shown.upperBound, total: isPart ? nil : lines.count)
    if isWithin { excerpt.column = column }
    if shown.isEmpty, let line = lines[wanted].first {
      excerpt.isInsideLine = true
      excerpt.last = excerpt.first
      excerpt.nextColumn = max(column, 1) + longest
      if wanted.count > 1 { excerpt.next = excerpt.first + 1 }
      return (String(line.unicodeScalars.prefix(longest)), excerpt)
    }
    if shown.upperBound < wanted.upperBound { excerpt.next = excerpt.last + 1 }
    return (lines[shown].joined(separator: "\n"), excerpt)
  }

  /// The letters of a line from one on, counted from 1.
  private static func rest(of line: Substring, from column: Int) -> Substring {
    Substring(line.unicodeScalars.dropFirst(column - 1))
  }

  private static func place(of range: LineRange?, in count: Int) -> Range<Int> {
    switch range {
    case nil: return 0..<count
    case .last(let wanted): return max(0, count - max(0, wanted))..<count
    case .between(let first, let last):
      let start = min(max(first, 1) - 1, count)
      return start..<max(start, min(last ?? count, count))
    }
  }

  /// How many of some lines fit.
  private static func fitting(_ lines: some Sequence<Substring>, _ longest: Int) -> Int {
    var left = longest
    var count = 0
    for line in lines {
      left -= line.utf8.count <= left ? line.unicodeScalars.count : min(line.unicodeScalars.count, left + 1)
      guard left >= 0 else { break }
      count += 1
      // The newline between this line and the next.
      left -= 1
    }
    return count
  }
}
