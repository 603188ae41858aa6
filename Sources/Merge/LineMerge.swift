/// Three texts merged line by line.
///
/// Changes of the two sides that share a line of the base *or touch* (no unchanged line between) overlap, as in git: in
/// prose that is wrapped by hand neighbouring lines are one sentence, and two insertions at one place have no order.
/// Both sides having made the same change is no overlap. The result does not depend on which side is which.
struct LineMerge {
  /// A stretch of the merged text.
  enum Piece: Hashable {
    /// Lines of one of the texts (nil: the base) that nothing speaks against.
    case clean(MergeSide?, Range<Int>)
    /// Lines that both sides changed, each in its way.
    case overlap(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  }

  /// The base.
  let base: TextLines
  /// Our side.
  let ours: TextLines
  /// Their side.
  let theirs: TextLines
  /// The merged text from top to bottom.
  let pieces: [Piece]

  /// Merges two changes of a base.
  ///
  /// - Parameter joins: which neighbouring changes overlap (`ChangeGroups`).
  init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8],
    joins: @escaping (LineChange, LineChange, MergeSide) -> Bool = { _, _, _ in true }
  ) {
    self.base = TextLines(base)
    self.ours = TextLines(ours)
    self.theirs = TextLines(theirs)
    var numbering = LineNumbering()
    let baseNumbers = numbering.number(self.base)
    let ourNumbers = numbering.number(self.ours)
    let theirNumbers = numbering.number(self.theirs)
    var groups = ChangeGroups(
      ours: LineDiff.changes(from: baseNumbers, to: ourNumbers),
      theirs: LineDiff.changes(from: baseNumbers, to: theirNumbers), joins: joins)
    var pieces: [Piece] = []
    var position = 0
    while let group = groups.next() {
      if position < group.base.lowerBound { pieces.append(.clean(nil, position..<group.base.lowerBound)) }
      if !group.hasOurs {
        pieces.append(.clean(.theirs, group.theirs))
      } else if !group.hasTheirs || ourNumbers[group.ours] == theirNumbers[group.theirs] {
        pieces.append(.clean(.ours, group.ours))
      } else {
        pieces.append(.overlap(base: group.base, ours: group.ours, theirs: group.theirs))
      }
      position = group.base.upperBound
    }
    if position < self.base.count { pieces.append(.clean(nil, position..<self.base.count)) }
    self.pieces = pieces
  }
}
