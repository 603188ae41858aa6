internal import GitObjects

/// What the last moves of the branch brought to the index, for a moment.
///
/// A git that read the index before such a move, and locks it after, puts the index of before upon the new branch
/// (decision 38).
struct BroughtPaths {
  /// For how long git may still do so after it has read the index.
  static let moment: Duration = .seconds(30)
  /// So many are kept; of a move with more none, since to look them all up would take longer than it helps.
  static let most = 1_000

  private struct Brought {
    var path: NameKey
    var old: TreeEntry?
    var time: ContinuousClock.Instant
  }

  private var brought: [Brought] = []

  /// Notes a move.
  mutating func note(_ changes: [TreeChange], at time: ContinuousClock.Instant) {
    brought.removeAll { $0.time + Self.moment < time }
    guard changes.count <= Self.most else { return }
    let fresh = Dictionary(changes.map { (NameKey($0.path), $0.old) }) { first, _ in first }
    brought.removeAll { fresh[$0.path] == .some($0.old) }
    brought += changes.map { Brought(path: NameKey($0.path), old: $0.old, time: time) }
    brought.removeFirst(max(0, brought.count - Self.most))
  }

  /// What each path was before the moves of the last moment; nil for nothing.
  func recent(at time: ContinuousClock.Instant) -> [NameKey: [TreeEntry?]] {
    brought.reduce(into: [:]) { paths, one in
      if one.time + Self.moment >= time { paths[one.path, default: []].append(one.old) }
    }
  }
}
