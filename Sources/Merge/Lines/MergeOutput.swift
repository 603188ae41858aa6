/// A merged text under construction.
struct MergeOutput {
  /// A place where only one side's text could be kept, as byte ranges of the four texts.
  struct Overlap: Hashable {
    /// The place in the base.
    var base: Range<Int>
    /// The place in our text.
    var ours: Range<Int>
    /// The place in their text.
    var theirs: Range<Int>
    /// The place in the merged text.
    var kept: Range<Int>
  }

  /// The text so far.
  var bytes: [UInt8] = []
  /// The overlaps so far, in order.
  var overlaps: [Overlap] = []
  /// The reasons why parts were merged more coarsely.
  var fallbacks: [MergeFallback] = []

  /// Records a coarser merge, once.
  mutating func note(_ fallback: MergeFallback) {
    if !fallbacks.contains(fallback) { fallbacks.append(fallback) }
  }

  /// Appends the merge of a part that begins at these byte offsets of the three texts.
  mutating func append(_ part: MergeOutput, base: Int, ours: Int, theirs: Int) {
    let start = bytes.count
    bytes += part.bytes
    overlaps += part.overlaps.map {
      Overlap(
        base: $0.base.moved(by: base), ours: $0.ours.moved(by: ours), theirs: $0.theirs.moved(by: theirs),
        kept: $0.kept.moved(by: start))
    }
    for fallback in part.fallbacks { note(fallback) }
  }

  /// Limits the overlaps to the lengths of the texts.
  mutating func clamp(base: Int, ours: Int, theirs: Int) {
    let kept = bytes.count
    overlaps = overlaps.map {
      Overlap(
        base: $0.base.clamped(to: 0..<base), ours: $0.ours.clamped(to: 0..<ours),
        theirs: $0.theirs.clamped(to: 0..<theirs), kept: $0.kept.clamped(to: 0..<kept))
    }
  }

  /// Returns the result with the overlaps as lines; overlaps that share lines are joined.
  func merged(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> MergedText {
    if overlaps.isEmpty { return .clean(bytes) }
    let lines = (TextLines(base), TextLines(ours), TextLines(theirs), TextLines(bytes))
    var regions: [ConflictRegion] = []
    for overlap in overlaps {
      let region = ConflictRegion(
        base: lines.0.lines(of: overlap.base), ours: lines.1.lines(of: overlap.ours),
        theirs: lines.2.lines(of: overlap.theirs), kept: lines.3.lines(of: overlap.kept))
      guard let last = regions.last, last.shares(with: region) else {
        regions.append(region)
        continue
      }
      regions[regions.count - 1] = ConflictRegion(
        base: last.base.spanning(region.base), ours: last.ours.spanning(region.ours),
        theirs: last.theirs.spanning(region.theirs), kept: last.kept.spanning(region.kept))
    }
    return .overlapping(kept: bytes, regions: regions)
  }
}

extension ConflictRegion {
  /// Returns whether two regions share a line on some side.
  fileprivate func shares(with next: ConflictRegion) -> Bool {
    base.overlaps(next.base) || ours.overlaps(next.ours) || theirs.overlaps(next.theirs) || kept.overlaps(next.kept)
  }
}

extension Range<Int> {
  /// Returns the range shifted by a number of positions.
  func moved(by count: Int) -> Range<Int> { (lowerBound + count)..<(upperBound + count) }

  /// Returns the smallest range that contains both.
  func spanning(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
