/// The choice of a version for a conflict, applied to the current text: only the places of the conflict change, and later
/// text elsewhere stays.
package struct SettledConflict: Sendable {
  private let base: [UInt8]
  private let kept: [UInt8]
  private let other: [UInt8]
  private let path: String
  private let driver: MergeDriver

  /// Makes it of the versions that the conflict names.
  ///
  /// - Parameters:
  ///   - path: where the document is: its name says what kind of text it is.
  ///   - driver: what the workspace's `.gitattributes` say of it.
  package init(base: [UInt8], kept: [UInt8], other: [UInt8], path: String, driver: MergeDriver) {
    self.base = base
    self.kept = kept
    self.other = other
    self.path = path
    self.driver = driver
  }

  /// The text with the other version's words at the places of the conflict.
  package func takingOther(in now: [UInt8]) -> [UInt8] {
    applied(merged(.theirs).bytes, to: now).text
  }

  /// The text with both versions' words at the places of the conflict; nil where that would be no JSON any more.
  package func takingBoth(in now: [UInt8]) -> [UInt8]? {
    guard
      let both = BothVersions.text(base: base, ours: kept, theirs: other, path: path, driver: driver)
    else { return nil }
    let applied = applied(both, to: now)
    if applied.overlaps == 0 { return applied.text }
    return BothVersions.text(base: merged(.ours).bytes, ours: now, theirs: both, path: path, driver: driver)
  }

  /// The change from what the merge left to what is chosen, in a text that was written on since. Elsewhere the two do not
  /// differ, so that what was written there meets nothing.
  private func applied(_ chosen: [UInt8], to now: [UInt8]) -> (text: [UInt8], overlaps: Int) {
    let merged = StaleMerge(
      base: merged(.ours).bytes, earlier: now, later: chosen, path: path, driver: BothVersions.driver(driver, at: path))
    return (merged.text, merged.overlaps)
  }

  /// The merge as it was made, or with the other side's words in its places.
  private func merged(_ side: MergeSide) -> MergedText {
    TextMerge.merge(base: base, ours: kept, theirs: other, prefer: side, path: path, driver: driver)
  }
}
