internal import WorkspaceAPI

/// The lines of a text that a reader was given, of how many. Pure.
struct LineCover: Hashable, Sendable {
  private var given: [Range<Int>]
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

  /// Adds lines of the same text that were given, too.
  mutating func add(_ other: LineCover) {
    var joined: [Range<Int>] = []
    for range in (given + other.given).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    given = joined
    // Of nothing it is not known how many there are.
    total = min(total, other.total)
  }
}
