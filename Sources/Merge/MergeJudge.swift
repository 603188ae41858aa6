/// Decides whose text is kept where two changes of one document overlap, and which of two insertions is placed first.
package struct MergeJudge {
  /// Returns the side whose text is kept, given the bytes of each side at the place.
  let side: (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide
  /// Returns the side that wrote first, given the bytes that each side inserted at one place; nil if unknown.
  let first: (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide?
  /// The latest plausible date in a document, in seconds since 1970; a later one is from a wrong clock (review B9).
  let latestPlausible: Int64?

  /// Makes a judge that decides each place separately.
  package init(
    latestPlausible: Int64? = nil, side: @escaping (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide,
    first: @escaping (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide? = { _, _ in nil }
  ) {
    self.side = side
    self.first = first
    self.latestPlausible = latestPlausible
  }

  /// Makes a judge that always names the same side.
  ///
  /// - Parameter first: the side that wrote first; nil if unknown.
  package init(_ side: MergeSide, first: MergeSide? = nil) {
    self.init(side: { _, _ in side }, first: { _, _ in first })
  }

  /// Returns the judge of a part that begins at these byte offsets of the sides.
  func within(ours: Int, theirs: Int) -> MergeJudge {
    MergeJudge(
      latestPlausible: latestPlausible, side: { our, their in side(our.moved(by: ours), their.moved(by: theirs)) },
      first: { our, their in first(our.moved(by: ours), their.moved(by: theirs)) })
  }

  /// Returns the judge of texts whose offsets are not those of the documents; it decides by the whole documents.
  func whole(ours: Int, theirs: Int) -> MergeJudge {
    MergeJudge(
      latestPlausible: latestPlausible, side: { _, _ in side(0..<ours, 0..<theirs) },
      first: { _, _ in first(0..<ours, 0..<theirs) })
  }
}
