/// The lines of a text that an answer shows. Pure.
package struct LineExcerpt: Hashable, Sendable, Codable {
  /// The greatest number of letters (Unicode scalars) of a text in one answer to an agent.
  package static let usual = 25_000

  /// The first line, counted from 1.
  package var first: Int
  /// The last line; `first - 1` if there is none.
  package var last: Int
  /// The number of lines in the text; nil if only a part of it was read.
  package var total: Int?
  /// The line to continue at, if the excerpt ends before the requested range does.
  package var next: Int?
  /// Whether the last line continues after its shown part.
  package var isInsideLine: Bool
  /// The letter at which the first line is shown from, counted from 1; nil for its beginning.
  package var column: Int?
  /// The letter of the last line to continue at, if that line continues.
  package var nextColumn: Int?

  package init(first: Int, last: Int, total: Int?, next: Int? = nil, isInsideLine: Bool = false) {
    (self.first, self.last, self.total, self.next, self.isInsideLine) = (first, last, total, next, isInsideLine)
  }

  /// Returns the lines of a range, as many whole lines as fit. If the range is the last lines of a text, the excerpt
  /// omits the first of them; otherwise it omits the last ones.
  ///
  /// - Parameters:
  ///   - range: the requested lines; nil for all.
  ///   - longest: the greatest number of letters.
  ///   - column: the letter of the first requested line to begin at, counted from 1; ignored for the last lines of a
  ///     text.
  ///   - isPart: whether the text is only the lines of the range, and not the whole text.
  /// - Returns: the lines without the last newline, and their excerpt; the text itself and nil if all of it is
  ///   requested and fits.
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
    let isEnd = if case .last? = range { true } else { false }
    if shown.isEmpty, let index = isEnd ? wanted.last : wanted.first {
      let line = lines[index]
      excerpt.isInsideLine = true
      excerpt.first = before + index + 1
      excerpt.last = excerpt.first
      excerpt.nextColumn = max(column, 1) + longest
      if index < wanted.upperBound - 1 { excerpt.next = excerpt.first + 1 }
      return (String(line.unicodeScalars.prefix(longest)), excerpt)
    }
    if shown.upperBound < wanted.upperBound { excerpt.next = excerpt.last + 1 }
    return (lines[shown].joined(separator: "\n"), excerpt)
  }

  /// Returns the letters of a line from a column on, counted from 1.
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

  /// Returns the number of lines that fit.
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

/// A range of lines in a text.
package enum LineRange: Hashable, Sendable, Codable {
  /// The lines from one to another, counted from 1; nil for the end.
  case between(Int, Int?)
  /// The given number of last lines.
  case last(Int)
}
