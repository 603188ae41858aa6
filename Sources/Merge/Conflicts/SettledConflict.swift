internal import Documents
internal import Values

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
  /// The text that the merge left, if it may have kept words of both versions.
  private let left: [UInt8]?
  private let path: String
  private let driver: MergeDriver

  /// Makes it from the versions that the conflict names.
  ///
  /// - Parameters:
  ///   - left: the text that a merge of two machines left; nil if it is unknown.
  ///   - isOfSave: whether the conflict is from the merge of a save with changes that it had not seen (`StaleMerge`),
  ///     and not from the merge of two machines.
  ///   - path: the document's path; its name determines the kind of text.
  ///   - driver: the merge driver from the workspace's `.gitattributes`.
  package init(
    base: [UInt8], kept: [UInt8], other: [UInt8], left: [UInt8]? = nil, isOfSave: Bool, path: String,
    driver: MergeDriver
  ) {
    self.left = isOfSave ? nil : left
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
    let sides = sides
    return applied(sides?.other ?? merged(.theirs).bytes, to: now, from: sides?.made).text
  }

  /// Returns the text with both versions' words at the places of the conflict; nil if that would not be JSON, or no
  /// front matter.
  package func takingBoth(in now: [UInt8]) -> [UInt8]? {
    let sides = sides
    guard let both = both(sides) else { return nil }
    let applied = applied(both, to: now, from: sides?.made)
    let made = sides?.made ?? merged(.ours).bytes
    let text =
      applied.overlaps == 0
      ? applied.text : BothVersions.text(base: made, ours: now, theirs: both, path: path, driver: driver)
    // A key has one value, as a field of JSON has.
    if let text, FrontMatterBlock(now) != nil, FrontMatterBlock(text) == nil { return nil }
    // Records that were edited since may not be JSON together with both versions.
    if let text, !BothVersions.keepsForm(text, of: texts, path: path, driver: driver) { return nil }
    return text
  }

  /// Returns the merge with both versions' words in its places; nil if that would not be JSON.
  private func both(_ sides: ConflictSides?) -> [UInt8]? {
    if case .records = BothVersions.driver(driver, at: path) {
    } else if let sides {
      return sides.both
    }
    return BothVersions.text(base: texts.base, ours: texts.ours, theirs: texts.theirs, path: path, driver: driver)
  }

  /// Returns the places of the conflict that are lines of the versions.
  ///
  /// - Parameter now: the current text; nil if there is none.
  package func places(in now: [UInt8]?) -> [Place] {
    guard case .overlapping(let kept, let regions) = merged(.ours) else { return [] }
    let sides = left == nil || left == kept ? nil : sides
    let places = sides?.lines ?? regions.map(\.kept)
    let lines = texts.map { TextLines($0) }
    let now = now.map { TextLines($0) }
    let changes = now.map { LineDiff.changes(from: TextLines(sides?.made ?? kept), to: $0) } ?? []
    return regions.enumerated().compactMap { index, region in
      // The places in records, and in text that was decoded first, are not lines of the bytes.
      guard region.ours.upperBound <= lines.ours.count, region.theirs.upperBound <= lines.theirs.count,
        region.base.upperBound <= lines.base.count
      else { return nil }
      // A wrong line number is better than a daemon that traps each time it lists its conflicts.
      let place = LineDiff.followed(places[index], through: changes).clamped(to: 0..<(now?.count ?? .max))
      var (words, other) = (lines.ours[region.ours], lines.theirs[region.theirs])
      if sides?.kept[index] == .theirs { swap(&words, &other) }
      return Place(
        line: place.lowerBound, kept: Array(now.map { $0[place] } ?? words), other: Array(other),
        base: Array(lines.base[region.base]))
    }
  }

  /// Applies the change from the merged text to the chosen one to a text that was edited since. The two are equal
  /// outside the places of the conflict, so later edits there do not overlap.
  ///
  /// - Parameter made: the merged text; nil for that with our side's words in all places.
  private func applied(
    _ chosen: [UInt8], to now: [UInt8], from made: [UInt8]?
  ) -> (text: [UInt8], overlaps: Int) {
    let merged = StaleMerge(
      base: made ?? merged(.ours).bytes, earlier: now, later: chosen, path: path,
      driver: BothVersions.driver(driver, at: path))
    return (merged.text, merged.overlaps)
  }

  /// The merge with the words of either side in its places; nil if the places are not lines of both.
  private var sides: ConflictSides? {
    ConflictSides(base: (LineEnds.unified(texts) ?? texts).base, merged(.ours), merged(.theirs), left: left)
  }

  /// Returns the merge with one side's words in its places.
  private func merged(_ side: MergeSide) -> MergedText {
    TextMerge.merge(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, prefer: side, first: first, path: path, driver: driver)
  }
}

/// Combines both versions of a conflict in one text.
package enum BothVersions {
  /// Returns the driver for a text that is to hold both versions: a file name can identify JSON too.
  package static func driver(_ driver: MergeDriver, at path: String) -> MergeDriver {
    if case .records = driver { return driver }
    let isNamed = [".json", ".jsonl", ".ndjson", ".jsonlines"].contains { path.lowercased().hasSuffix($0) }
    return isNamed ? .records(key: "id") : driver
  }

  /// Returns a text with both versions: all records, or the lines of both for other texts. nil if the result would not
  /// be JSON, because a field has one value.
  package static func text(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, driver: MergeDriver
  ) -> [UInt8]? {
    let lines = TextMerge.union(base: base, ours: ours, theirs: theirs)
    let driver = self.driver(driver, at: path)
    guard case .records = driver else { return lines }
    guard let kind = JSONText(ours, theirs, path) else { return lines }
    let merged = TextMerge.merge(base: base, ours: ours, theirs: theirs, prefer: .ours, path: path, driver: driver)
    if case .clean(let bytes) = merged, kind.reads(bytes) { return bytes }
    return kind.reads(lines) ? lines : nil
  }

  /// Returns whether a text is JSON or JSON Lines if both versions are.
  static func keepsForm(_ text: [UInt8], of texts: Three<[UInt8]>, path: String, driver: MergeDriver) -> Bool {
    guard case .records = self.driver(driver, at: path), let kind = JSONText(texts.ours, texts.theirs, path) else {
      return true
    }
    return kind.reads(text)
  }

  /// The form of two texts that are both JSON.
  private enum JSONText {
    case value
    case lines

    /// Finds the form that both texts have; nil if one is neither JSON nor JSON Lines. A single line is both, and the
    /// name decides.
    init?(_ one: [UInt8], _ two: [UInt8], _ path: String) {
      let isLines = [".jsonl", ".ndjson", ".jsonlines"].contains { path.lowercased().hasSuffix($0) }
      let kinds: [JSONText] = isLines ? [.lines, .value] : [.value, .lines]
      guard let kind = kinds.first(where: { $0.reads(one) && $0.reads(two) }) else { return nil }
      self = kind
    }

    func reads(_ text: [UInt8]) -> Bool {
      switch self {
      case .value: return JSONNode(text) != nil
      case .lines:
        let lines = TextLines(text)
        return (0..<lines.count).allSatisfy { line in
          lines.isBlank(line) || JSONNode(text, in: lines.range(of: line)) != nil
        }
      }
    }
  }
}
