package import GitObjects

/// The progress of the scan of others' commits for secrets, stored so that a stop or a kill loses nothing (decision 34).
package struct LookedThrough: Hashable, Sendable, Codable {
  /// Commits to scan: those that one commit reaches and some others do not.
  package struct Range: Hashable, Sendable, Codable {
    /// The newest commit.
    package var target: String
    /// The commits that were there before, with all their ancestors.
    package var without: [String]
    /// The number of scanned commits of the range, the oldest first.
    package var done = 0
  }

  /// The maximum number of remembered commits; each usually has the earlier ones among its ancestors.
  private static let most = 8

  /// Commits that were scanned or are Stet's own, with all their ancestors; the newest first.
  package private(set) var through: [String] = []
  /// The ranges to scan, in this order.
  package private(set) var ranges: [Range] = []

  /// Adds the commits that one commit reaches and others do not; returns whether there is anything to scan.
  package mutating func expect(_ target: ObjectID, without: [ObjectID]) -> Bool {
    let range = Range(target: target.hex, without: without.map(\.hex))
    guard !through.contains(range.target), !ranges.contains(where: { $0.target == range.target }) else { return false }
    ranges.append(range)
    return true
  }

  /// Records the progress in the first range.
  package mutating func note(done: Int) {
    if !ranges.isEmpty { ranges[0].done = done }
  }

  /// Records that the first range is done.
  mutating func finishRange() {
    guard !ranges.isEmpty else { return }
    note(through: ranges.removeFirst().target)
  }

  /// Drops the first range, whose commits no longer exist; it does not count as scanned.
  mutating func dropRange() {
    if !ranges.isEmpty { ranges.removeFirst() }
  }

  /// Records a commit as scanned with all its ancestors, if no range is left.
  package mutating func rest(at commit: ObjectID) {
    if ranges.isEmpty { note(through: commit.hex) }
  }

  private mutating func note(through commit: String) {
    through.removeAll { $0 == commit }
    through.insert(commit, at: 0)
    through = Array(through.prefix(Self.most))
  }
}
