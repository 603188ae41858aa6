internal import WorkspaceAPI

/// The lines of a text that a reader received, and the number of its lines. Pure.
struct LineCover: Hashable, Sendable {
  private var given: [Range<Int>]
  /// The received columns of lines that were received in part, counted from 0; the end of a line is the greatest
  /// integer.
  private var letters: [Int: Range<Int>] = [:]
  private var total: Int

  /// No lines of a text.
  static let nothing = LineCover(.last(0), of: .max)

  /// Makes the lines of a range, in a text with a number of lines.
  init(_ range: LineRange, of total: Int) {
    self.total = total
    switch range {
    case .last(let count): given = [max(0, total - max(0, count))..<total]
    case .between(let first, let last):
      let start = min(max(first, 1) - 1, total)
      given = [start..<max(start, min(last ?? total, total))]
    }
  }

  /// Whether the reader received all lines.
  var isWhole: Bool {
    var end = 0
    for range in given.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound <= end {
      end = max(end, range.upperBound)
    }
    return end >= total
  }

  /// Returns whether the reader received all lines of a range.
  func includes(_ lines: LineRange) -> Bool {
    LineCover(lines, of: total).given.allSatisfy { wanted in
      wanted.isEmpty || given.contains { $0.lowerBound <= wanted.lowerBound && wanted.upperBound <= $0.upperBound }
    }
  }

  /// Adds columns of a line; the line counts as received once all of its columns are. Of disjoint columns, the first
  /// ones are kept.
  mutating func add(letters range: Range<Int>, of line: Int) {
    let known = letters[line] ?? range
    guard range.lowerBound <= known.upperBound, known.lowerBound <= range.upperBound else {
      if range.lowerBound < known.lowerBound { letters[line] = range }
      return
    }
    let joined = min(known.lowerBound, range.lowerBound)..<max(known.upperBound, range.upperBound)
    letters[line] = joined == 0..<Int.max ? nil : joined
    if joined == 0..<Int.max { join([line - 1..<line]) }
  }

  /// Adds received lines of the same text.
  mutating func add(_ other: LineCover) {
    join(other.given)
    // The empty cover does not know the number of lines.
    total = min(total, other.total)
    for (line, range) in other.letters { add(letters: range, of: line) }
  }

  private mutating func join(_ others: [Range<Int>]) {
    var joined: [Range<Int>] = []
    for range in (given + others).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    given = joined
  }
}
