/// What a save means whose editor may have loaded the file before somebody else changed it.
package enum StaleSave: Hashable, Sendable {
  /// (a) It was made from the current version.
  case ordinary
  /// (b) It brings back or replaces a version: it stands, with a notice.
  case replacement
  /// (c) It was made from an older version, and nobody read the current one: merged with that base.
  case merge(base: Int)
  /// (d) It was made from an older version, and somebody may have read the current one: it stands, with a notice whose
  /// one step is the merge.
  case notice(base: Int)

  /// Judges a save.
  ///
  /// - Parameters:
  ///   - text: what was saved.
  ///   - versions: the path's versions, newest (the one that the save replaced) first.
  ///   - currentWasOpened: whether somebody but Stet opened the current version, or that is not known.
  ///   - gitRanLately: whether git worked in the folder within the last second.
  package static func classify(
    _ text: [UInt8], versions: [[UInt8]], currentWasOpened: Bool, gitRanLately: Bool
  ) -> StaleSave {
    guard versions.count > 1, let nearest = BaseFinder.nearest(to: text, among: versions), nearest.version > 0
    else { return .ordinary }
    let isWhole = nearest.changedLines == 0 || nearest.share < 0.5
    if isWhole || gitRanLately || !TextMerge.isText(text) { return .replacement }
    return currentWasOpened ? .notice(base: nearest.version) : .merge(base: nearest.version)
  }
}
