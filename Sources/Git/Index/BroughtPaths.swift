internal import GitObjects

/// The index entries changed by the last moves of the branch, for a short time.
///
/// A git that reads the index before such a move and locks it afterwards writes the old index over the new branch
/// (decision 38).
struct BroughtPaths {
  /// The time within which git may still do so after it has read the index.
  static let moment: Duration = .seconds(30)
  /// The maximum number of kept entries. A larger move is not kept, since looking up all of its paths takes longer than
  /// it helps.
  static let most = 1_000

  private struct Brought {
    var path: NameKey
    var old: TreeEntry?
    var time: ContinuousClock.Instant
  }

  private var brought: [Brought] = []

  /// Saves the old entries of a move.
  mutating func note(_ changes: [TreeChange], at time: ContinuousClock.Instant) {
    brought.removeAll { $0.time + Self.moment < time }
    guard changes.count <= Self.most else { return }
    let fresh = Dictionary(changes.map { (NameKey($0.path), $0.old) }) { first, _ in first }
    brought.removeAll { fresh[$0.path] == .some($0.old) }
    brought += changes.map { Brought(path: NameKey($0.path), old: $0.old, time: time) }
    brought.removeFirst(max(0, brought.count - Self.most))
  }

  /// Returns the entries of each path before the moves of the last moment; nil means no entry.
  func recent(at time: ContinuousClock.Instant) -> [NameKey: [TreeEntry?]] {
    brought.reduce(into: [:]) { paths, one in
      if one.time + Self.moment >= time { paths[one.path, default: []].append(one.old) }
    }
  }
}
