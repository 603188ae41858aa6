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
  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    self.base = TextLines(base)
    self.ours = TextLines(ours)
    self.theirs = TextLines(theirs)
    var numbering = LineNumbering()
    let baseNumbers = numbering.number(self.base)
    let ourNumbers = numbering.number(self.ours)
    let theirNumbers = numbering.number(self.theirs)
    var walk = Walk(
      ours: LineDiff.changes(from: baseNumbers, to: ourNumbers),
      theirs: LineDiff.changes(from: baseNumbers, to: theirNumbers))
    while let group = walk.nextGroup() {
      walk.keep(upTo: group.base.lowerBound)
      if !group.hasOurs {
        walk.pieces.append(.clean(.theirs, group.theirs))
      } else if !group.hasTheirs || ourNumbers[group.ours] == theirNumbers[group.theirs] {
        walk.pieces.append(.clean(.ours, group.ours))
      } else {
        walk.pieces.append(.overlap(base: group.base, ours: group.ours, theirs: group.theirs))
      }
      walk.position = group.base.upperBound
    }
    walk.keep(upTo: self.base.count)
    pieces = walk.pieces
  }

  /// Changes of both sides that overlap, or one alone.
  private struct Group {
    var base: Range<Int>
    var ours: Range<Int>
    var theirs: Range<Int>
    var hasOurs: Bool
    var hasTheirs: Bool
  }

  /// The way down both lists of changes.
  private struct Walk {
    var pieces: [Piece] = []
    var position = 0
    private var ours: ArraySlice<LineChange>
    private var theirs: ArraySlice<LineChange>
    private var ourShift = 0
    private var theirShift = 0

    init(ours: [LineChange], theirs: [LineChange]) {
      self.ours = ours[...]
      self.theirs = theirs[...]
    }

    mutating func keep(upTo end: Int) {
      if position < end { pieces.append(.clean(nil, position..<end)) }
      position = end
    }

    mutating func nextGroup() -> Group? {
      guard let start = [ours.first, theirs.first].compactMap({ $0?.old.lowerBound }).min() else { return nil }
      var end = start
      let shifts = (ourShift, theirShift)
      let counts = (ours.count, theirs.count)
      var grows = true
      while grows {
        grows = false
        if let change = ours.first, change.old.lowerBound <= end {
          end = max(end, change.old.upperBound)
          ourShift = change.new.upperBound - change.old.upperBound
          ours.removeFirst()
          grows = true
        }
        if let change = theirs.first, change.old.lowerBound <= end {
          end = max(end, change.old.upperBound)
          theirShift = change.new.upperBound - change.old.upperBound
          theirs.removeFirst()
          grows = true
        }
      }
      return Group(
        base: start..<end, ours: (start + shifts.0)..<(end + ourShift), theirs: (start + shifts.1)..<(end + theirShift),
        hasOurs: ours.count < counts.0, hasTheirs: theirs.count < counts.1)
    }
  }
}
