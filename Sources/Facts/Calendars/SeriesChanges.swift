/// The changes of single dates of a series, or of all dates from one on.
struct SeriesChanges {
  /// The starts that are replaced, in seconds since 1970.
  let replaced: Set<Int64>
  /// The most seconds that a change moves later dates to the past, at most 0, and to the future, at least 0.
  let moves: ClosedRange<Int64>
  /// The changes of all later dates, by the start that each is for.
  private let later: [EventPart]

  /// Takes the exceptions of a series.
  init(_ exceptions: [EventPart]) {
    replaced = Set(exceptions.map(\.id))
    later = exceptions.filter(\.changesLater).sorted { $0.id < $1.id }
    let moves = later.map { $0.start.seconds - $0.id }
    self.moves = min(0, moves.min() ?? 0)...max(0, moves.max() ?? 0)
  }

  /// Returns the last change of all later dates that is for a start before another; nil if there is none.
  func change(before seconds: Int64) -> EventPart? {
    var range = later.indices
    while let first = range.first, let last = range.last {
      let middle = first + (last - first) / 2
      if later[middle].id < seconds { range = (middle + 1)..<range.upperBound } else { range = first..<middle }
    }
    return range.lowerBound > 0 ? later[range.lowerBound - 1] : nil
  }
}
