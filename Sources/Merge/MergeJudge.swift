/// Decides whose text stands where two changes of one document overlap, and which of two insertions stands first.
package struct MergeJudge {
  /// The side whose text stands, asked with the bytes that each side has there.
  let side: (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide
  /// The side that wrote first, asked with the bytes that each side inserted at one place; nil where that is not known.
  let first: (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide?
  /// A date of a document that is later than this, in seconds since 1970, comes from a clock gone wrong (review B9).
  let latestPlausible: Int64?

  /// A judge that looks at each place.
  package init(
    latestPlausible: Int64? = nil, side: @escaping (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide,
    first: @escaping (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide? = { _, _ in nil }
  ) {
    self.side = side
    self.first = first
    self.latestPlausible = latestPlausible
  }

  /// A judge that always names the same side.
  ///
  /// - Parameter first: the side that wrote first; nil where that is not known.
  package init(_ side: MergeSide, first: MergeSide? = nil) {
    self.init(side: { _, _ in side }, first: { _, _ in first })
  }

  /// The judge of a part of a document that begins at these bytes of the sides.
  func within(ours: Int, theirs: Int) -> MergeJudge {
    MergeJudge(
      latestPlausible: latestPlausible, side: { our, their in side(our.moved(by: ours), their.moved(by: theirs)) },
      first: { our, their in first(our.moved(by: ours), their.moved(by: theirs)) })
  }

  /// The judge of texts that are not the documents' bytes: it can only be asked for the whole.
  func whole(ours: Int, theirs: Int) -> MergeJudge {
    MergeJudge(
      latestPlausible: latestPlausible, side: { _, _ in side(0..<ours, 0..<theirs) },
      first: { _, _ in first(0..<ours, 0..<theirs) })
  }
}
