/// Decides whose text stands where two changes of one document overlap.
package struct MergeJudge {
  /// The side whose text stands, asked with the bytes that each side has there.
  let side: (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide
  /// A date of a document that is later than this, in seconds since 1970, comes from a clock gone wrong (review B9).
  let latestPlausible: Int64?

  /// A judge that looks at each place.
  package init(
    latestPlausible: Int64? = nil, side: @escaping (_ ours: Range<Int>, _ theirs: Range<Int>) -> MergeSide
  ) {
    self.side = side
    self.latestPlausible = latestPlausible
  }

  /// A judge that always names the same side.
  package init(_ side: MergeSide) { self.init { _, _ in side } }

  /// The judge of a part of a document that begins at these bytes of the sides.
  func within(ours: Int, theirs: Int) -> MergeJudge {
    MergeJudge(latestPlausible: latestPlausible) { our, their in
      side(
        (our.lowerBound + ours)..<(our.upperBound + ours), (their.lowerBound + theirs)..<(their.upperBound + theirs))
    }
  }

  /// The judge of texts that are not the documents' bytes: it can only be asked for the whole.
  func whole(ours: Int, theirs: Int) -> MergeJudge {
    MergeJudge(latestPlausible: latestPlausible) { _, _ in side(0..<ours, 0..<theirs) }
  }
}
