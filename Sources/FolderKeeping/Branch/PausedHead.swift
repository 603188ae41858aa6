internal import GitObjects

/// The commit of git's HEAD while recording is paused, so that commits that git drops in the meantime are kept. Pure.
struct PausedHead: Hashable, Sendable {
  private(set) var commit: ObjectID?

  /// Records the commit at HEAD.
  ///
  /// - Parameter isKept: returns whether a reference still leads to a commit.
  /// - Returns: the commit that was dropped; nil if none was.
  mutating func move(to new: ObjectID?, isKept: (ObjectID) -> Bool) -> ObjectID? {
    guard new != commit else { return nil }
    defer { commit = new }
    return commit.flatMap { isKept($0) ? nil : $0 }
  }
}
