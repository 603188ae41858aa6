internal import Documents

/// A content conflict, located in the current text: its places, and the choice of a version for them.
///
/// The merge that found the conflict is repeated, so that both have the same places. Later text elsewhere is kept.
package struct SettledConflict: Sendable {
  /// A place where only one version could be kept.
  package struct Place: Hashable, Sendable {
    /// Its first line in the current text, counted from 0.
    package var line: Int
    /// The current text of the place; without a current text, that of the merge.
    package var kept: [UInt8]
    /// The other version's text of the place.
    package var other: [UInt8]
    /// The base's text of the place.
    package var base: [UInt8]
  }

  /// The texts of the merge: `ours` is the version whose text the merge kept.
  private let texts: Three<[UInt8]>
  /// The version that was written first; nil if unknown.
  private let first: MergeSide?
  private let path: String
  private let driver: MergeDriver

  /// Makes it from the versions that the conflict names.
  ///
  /// - Parameters:
  ///   - isOfSave: whether the conflict is from the merge of a save with changes that it had not seen (`StaleMerge`),
  ///     and not from the merge of two machines.
  ///   - path: the document's path; its name determines the kind of text.
  ///   - driver: the merge driver from the workspace's `.gitattributes`.
  package init(
    base: [UInt8], kept: [UInt8], other: [UInt8], isOfSave: Bool, path: String, driver: MergeDriver
  ) {
    if isOfSave {
      // The save is the later text, so it is kept.
      let joined = StaleMerge.joined(Three(base: base, ours: other, theirs: kept), path, driver)
      texts = Three(base: joined.base, ours: joined.theirs, theirs: joined.ours)
      first = .theirs
    } else {
      texts = Three(base: base, ours: kept, theirs: other)
      first = nil
    }
    self.path = path
    self.driver = driver
  }

  /// Returns the text with the other version's words at the places of the conflict.
  package func takingOther(in now: [UInt8]) -> [UInt8] {
    applied(merged(.theirs).bytes, to: now).text
  }

  /// Returns the text with both versions' words at the places of the conflict; nil if that would not be JSON.
  package func takingBoth(in now: [UInt8]) -> [UInt8]? {
    guard
      let both = BothVersions.text(
        base: texts.base, ours: texts.ours, theirs: texts.theirs, path: path, driver: driver)
    else { return nil }
    let applied = applied(both, to: now)
    if applied.overlaps == 0 { return applied.text }
    return BothVersions.text(base: merged(.ours).bytes, ours: now, theirs: both, path: path, driver: driver)
  }

  /// Returns the places of the conflict that are lines of the versions.
  ///
  /// - Parameter now: the current text; nil if there is none.
  package func places(in now: [UInt8]?) -> [Place] {
    let merged = merged(.ours)
    guard case .overlapping(_, let regions) = merged else { return [] }
    let lines = texts.map { TextLines($0) }
    let now = now.map { TextLines($0) }
    let changes = now.map { LineDiff.changes(from: TextLines(merged.bytes), to: $0) } ?? []
    return regions.compactMap { region in
      // The places in records, and in text that was decoded first, are not lines of the bytes.
      guard region.ours.upperBound <= lines.ours.count, region.theirs.upperBound <= lines.theirs.count,
        region.base.upperBound <= lines.base.count
      else { return nil }
      // A wrong line number is better than a daemon that traps each time it lists its conflicts.
      let place = LineDiff.followed(region.kept, through: changes).clamped(to: 0..<(now?.count ?? .max))
      return Place(
        line: place.lowerBound, kept: Array(now.map { $0[place] } ?? lines.ours[region.ours]),
        other: Array(lines.theirs[region.theirs]), base: Array(lines.base[region.base]))
    }
  }

  /// Applies the change from the merged text to the chosen one to a text that was edited since. The two are equal
  /// outside the places of the conflict, so later edits there do not overlap.
  private func applied(_ chosen: [UInt8], to now: [UInt8]) -> (text: [UInt8], overlaps: Int) {
    let merged = StaleMerge(
      base: merged(.ours).bytes, earlier: now, later: chosen, path: path, driver: BothVersions.driver(driver, at: path))
    return (merged.text, merged.overlaps)
  }

  /// Returns the merge as it was made, or with the other side's words in its places.
  private func merged(_ side: MergeSide) -> MergedText {
    TextMerge.merge(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, prefer: side, first: first, path: path, driver: driver)
  }
}
