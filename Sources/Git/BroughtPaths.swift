internal import GitObjects

/// What the last moves of the branch brought to the index, for a moment.
///
/// A git that read the index before such a move, and locks it after, puts the index of before upon the new branch
/// (decision 38).
struct BroughtPaths {
  /// For how long git may still do so after it has read the index.
  static let moment: Duration = .seconds(10)
  /// With more paths nothing is kept: to look them all up would take longer than it helps.
  static let most = 1_000

  private var brought: [(path: String, old: TreeEntry?, time: ContinuousClock.Instant)] = []

  /// Notes a move.
  mutating func note(_ changes: [TreeChange], at time: ContinuousClock.Instant) {
    brought.removeAll { $0.time + Self.moment < time }
    brought += changes.prefix(Self.most + 1).map { ($0.path, $0.old, time) }
    if brought.count > Self.most { brought = [] }
  }

  /// What each path was before the moves of the last moment; nil for nothing.
  func recent(at time: ContinuousClock.Instant) -> [NameKey: [TreeEntry?]] {
    brought.reduce(into: [:]) { paths, one in
      if one.time + Self.moment >= time { paths[NameKey(one.path), default: []].append(one.old) }
    }
  }
}
