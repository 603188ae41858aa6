internal import WorkspaceAPI

/// The lines of a text that a reader was given, of how many. Pure.
struct LineCover: Hashable, Sendable {
  private var given: [Range<Int>]
  /// Of lines of which some letters were given, these, counted from 0; the end of a line is the greatest number.
  private var letters: [Int: Range<Int>] = [:]
  private var total: Int

  /// Nothing of a text.
  static let nothing = LineCover(.last(0), of: .max)

  /// The lines of a range, of a text with so many.
  init(_ range: LineRange, of total: Int) {
    self.total = total
    switch range {
    case .last(let count): given = [max(0, total - max(0, count))..<total]
    case .between(let first, let last):
      let start = min(max(first, 1) - 1, total)
      given = [start..<max(start, min(last ?? total, total))]
    }
  }

  /// Whether all lines were given.
  var isWhole: Bool {
    var end = 0
    for range in given.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound <= end {
      end = max(end, range.upperBound)
    }
    return end >= total
  }

  /// Adds letters of a line, which is given once all of them are. Of letters that are apart the first ones are known.
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

  /// Adds lines of the same text that were given, too.
  mutating func add(_ other: LineCover) {
    join(other.given)
    // Of nothing it is not known how many there are.
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
