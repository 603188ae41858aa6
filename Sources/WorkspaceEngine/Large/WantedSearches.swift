internal import GitObjects

/// The searches for large files whose contents are wanted here. Pure: times are monotonic nanoseconds.
struct WantedSearches: Hashable, Sendable {
  /// The longest time between two searches: a content that could not be put in its place is retried then.
  private static let longest: Int64 = 3_600_000_000_000

  private var last: Search?

  private struct Search: Hashable {
    var tip: ObjectID?
    var time: Int64
  }

  /// Returns whether to search: the branch has another tip than at the last search, or that was long ago.
  func isDue(of tip: ObjectID?, at now: Int64) -> Bool {
    guard let last else { return true }
    return last.tip != tip || now - last.time >= Self.longest
  }

  /// Records a search.
  mutating func note(_ tip: ObjectID?, at now: Int64) { last = Search(tip: tip, time: now) }
}
