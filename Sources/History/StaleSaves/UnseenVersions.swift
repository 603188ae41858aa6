internal import GitObjects

/// What a save had not seen: the version it was made from, and those that came after it.
struct UnseenVersions: Hashable {
  /// What the save was made from.
  var base: ObjectID
  /// What others wrote since, oldest first; never empty.
  var missed: [RecentVersion]

  /// What of a path's versions a save made from one of them had not seen.
  ///
  /// - Parameters:
  ///   - versions: newest first.
  ///   - base: the place of the one it was made from; above 0.
  init(_ versions: [RecentVersion], base: Int) {
    self.base = versions[base].blob
    missed = versions[..<base].reversed()
  }
}
