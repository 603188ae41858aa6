/// A line-by-line merge of three texts.
///
/// Changes of the two sides that share a line of the base *or touch* (no unchanged line between them) overlap, as in
/// git: neighbouring lines of hand-wrapped prose are one sentence, and two insertions at one place have no order. Equal
/// changes of both sides do not overlap. The result does not depend on which side is which.
struct LineMerge {
  /// A stretch of the merged text.
  enum Piece: Hashable {
    /// Lines of one of the texts (nil: the base) without an overlap.
    case clean(MergeSide?, Range<Int>)
    /// Lines that both sides changed differently.
    case overlap(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  }

  /// The greatest number of blank lines between two changes that count as one place.
  static let widestBridge = 4

  let base: TextLines
  /// Our side.
  let ours: TextLines
  /// Their side.
  let theirs: TextLines
  /// The merged text in order.
  let pieces: [Piece]

  /// Merges two changes of a base.
  ///
  /// - Parameters:
  ///   - joins: decides which adjacent changes overlap (`ChangeGroups`).
  ///   - bridgesBlanks: whether changes overlap if they insert an equal line and only blank lines separate them; as two
  ///     changes they would repeat that line.
  init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], bridgesBlanks: Bool = false,
    joins: @escaping (LineChange, LineChange, MergeSide) -> Bool = { _, _, _ in true }
  ) {
    self.base = TextLines(base)
    self.ours = TextLines(ours)
    self.theirs = TextLines(theirs)
    var numbering = LineNumbering()
    let baseNumbers = numbering.number(self.base)
    let ourNumbers = numbering.number(self.ours)
    let theirNumbers = numbering.number(self.theirs)
    let (baseText, ourText) = (self.base, self.ours)
    func bridges(_ first: LineChange, _ second: LineChange, _ side: MergeSide) -> Bool {
      let gap = first.old.upperBound..<second.old.lowerBound
      guard bridgesBlanks, gap.count <= Self.widestBridge, gap.allSatisfy({ baseText.isBlank($0) }) else {
        return false
      }
      let (our, their) = side == .ours ? (second.new, first.new) : (first.new, second.new)
      let known = Set(theirNumbers[their])
      return our.contains { known.contains(ourNumbers[$0]) && !ourText.isBlank($0) }
    }
    var groups = ChangeGroups(
      ours: LineDiff.changes(from: baseNumbers, to: ourNumbers),
      theirs: LineDiff.changes(from: baseNumbers, to: theirNumbers), joins: joins, bridges: bridges)
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

  /// Returns the bytes of some lines of a side, or of the base for nil.
  func lines(of side: MergeSide?, _ lines: Range<Int>) -> ArraySlice<UInt8> {
    switch side {
    case nil: base[lines]
    case .ours: ours[lines]
    case .theirs: theirs[lines]
    }
  }

  /// Returns both sides' lines of an overlap: common first lines, both middles, common last lines.
  ///
  /// - Parameter first: the side whose middle is placed first; nil orders them by bytes.
  func union(_ ourLines: Range<Int>, _ theirLines: Range<Int>, first: MergeSide?) -> [ArraySlice<UInt8>] {
    var (a, b) = (ourLines.lowerBound, theirLines.lowerBound)
    var (aEnd, bEnd) = (ourLines.upperBound, theirLines.upperBound)
    while a < aEnd, b < bEnd, ours[a..<(a + 1)].elementsEqual(theirs[b..<(b + 1)]) {
      a += 1
      b += 1
    }
    while a < aEnd, b < bEnd, ours[(aEnd - 1)..<aEnd].elementsEqual(theirs[(bEnd - 1)..<bEnd]) {
      aEnd -= 1
      bEnd -= 1
    }
    let (our, their) = (ours[a..<aEnd], theirs[b..<bEnd])
    let isSwapped = first.map { $0 == .theirs } ?? their.lexicographicallyPrecedes(our)
    let middles = isSwapped ? [their, our] : [our, their]
    return [ours[ourLines.lowerBound..<a]] + middles + [ours[aEnd..<ourLines.upperBound]]
  }
}
