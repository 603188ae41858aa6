internal import GitObjects

/// Follows git's HEAD while recording is paused, so that commits which git drops meanwhile are kept. Pure.
struct PausedHead: Hashable, Sendable {
  private(set) var commit: ObjectID?

  /// Notes the commit at HEAD.
  ///
  /// - Parameter isKept: whether a reference still leads to a commit.
  /// - Returns: the commit that was dropped, where one was.
  mutating func move(to new: ObjectID?, isKept: (ObjectID) -> Bool) -> ObjectID? {
    guard new != commit else { return nil }
    defer { commit = new }
    return commit.flatMap { isKept($0) ? nil : $0 }
  }
}
