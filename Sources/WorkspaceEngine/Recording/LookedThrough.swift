internal import GitObjects

/// How far what others published was looked through for secrets: what is kept of it in `.git/stet/looked-through.json`,
/// so that a stop or a kill in the middle loses nothing (decision 34).
struct LookedThrough: Hashable, Sendable, Codable {
  /// Commits to look through: what one has and some others have not.
  struct Range: Hashable, Sendable, Codable {
    /// The newest.
    var target: String
    /// Those that were there before, with all that is behind them.
    var without: [String]
    /// How many of them, the oldest first, are looked through.
    var done = 0
  }

  /// So many commits are remembered; each of them has those before it behind it, as a rule.
  private static let most = 8

  /// Commits that are looked through, or Stet's own, with all that is behind them; the newest first.
  private(set) var through: [String] = []
  /// What is to be looked through, in this order.
  private(set) var ranges: [Range] = []

  /// Adds what a commit has and others have not; whether there is anything to do for it.
  mutating func expect(_ target: ObjectID, without: [ObjectID]) -> Bool {
    let range = Range(target: target.hex, without: without.map(\.hex))
    guard !through.contains(range.target), !ranges.contains(where: { $0.target == range.target }) else { return false }
    ranges.append(range)
    return true
  }

  /// Notes how much of the first range is done.
  mutating func note(done: Int) {
    if !ranges.isEmpty { ranges[0].done = done }
  }

  /// Notes that the first range is done.
  mutating func finishRange() {
    guard !ranges.isEmpty else { return }
    note(through: ranges.removeFirst().target)
  }

  /// Lets go of the first range, whose commits are no longer there; nothing of it counts as looked through.
  mutating func dropRange() {
    if !ranges.isEmpty { ranges.removeFirst() }
  }

  /// Notes that nothing is left to look at up to a commit; nothing where there is.
  mutating func rest(at commit: ObjectID) {
    if ranges.isEmpty { note(through: commit.hex) }
  }

  private mutating func note(through commit: String) {
    through.removeAll { $0 == commit }
    through.insert(commit, at: 0)
    through = Array(through.prefix(Self.most))
  }
}
