extension InsertionMerge {
  /// The greatest number of pairs that are searched for a block that continues another.
  private static let compared = 10_000

  /// Adds the blocks between two common blocks; returns the side of the last added block, nil if there is none.
  mutating func add(_ our: [Block], _ their: [Block]) -> MergeSide? {
    last = nil
    between(our[...], their[...])
    return last?.side
  }

  private mutating func between(_ our: ArraySlice<Block>, _ their: ArraySlice<Block>) {
    guard let pair = takenUp(our, their) else { return parts(our, their) }
    between(our[..<pair.ours], their[..<pair.theirs])
    add(pair.isOurs ? our[pair.ours] : their[pair.theirs], of: pair.isOurs ? .ours : .theirs)
    between(our[(pair.ours + 1)...], their[(pair.theirs + 1)...])
  }

  /// Returns the first pair in which one side's block continues the other's.
  private func takenUp(
    _ our: ArraySlice<Block>, _ their: ArraySlice<Block>
  ) -> (ours: Int, theirs: Int, isOurs: Bool)? {
    func find(_ one: Int, _ two: Int) -> (ours: Int, theirs: Int, isOurs: Bool)? {
      if isTakenUp(our[one], of: .ours, by: their[two]) { return (one, two, false) }
      return isTakenUp(their[two], of: .theirs, by: our[one]) ? (one, two, true) : nil
    }
    guard our.count * their.count <= Self.compared else { return nil }
    for one in lesser == .ours ? our.indices : their.indices {
      for two in lesser == .ours ? their.indices : our.indices {
        if let found = lesser == .ours ? find(one, two) : find(two, one) { return found }
      }
    }
    return nil
  }

  /// Adds the blocks above the first heading of each side, then the others: text below the heading above the place must
  /// not be moved below the other side's heading.
  private mutating func parts(_ our: ArraySlice<Block>, _ their: ArraySlice<Block>) {
    let upper = (our.prefix { ours.level($0) == nil }, their.prefix { theirs.level($0) == nil })
    for part in [upper, (our[upper.0.endIndex...], their[upper.1.endIndex...])] {
      let side = precedes(part.0, part.1)
      if last == nil, let our = part.0.first, let their = part.1.first {
        // At the beginning of the text the blank lines above both blocks are the same lines.
        let block = side == .ours ? our : their
        let isStart = inserted(side).blankLines(above: block) == nil
        if isStart { blanks(our.blanks, their.blanks, of: nil) } else { add(block.blanks, of: side) }
        add(block.tokens, of: side)
        last = (side, block)
        for block in (side == .ours ? part.0 : part.1).dropFirst() { add(block, of: side) }
        for block in side == .ours ? part.1 : part.0 { add(block, of: side.opposite) }
        continue
      }
      for block in side == .ours ? part.0 : part.1 { add(block, of: side) }
      for block in side == .ours ? part.1 : part.0 { add(block, of: side.opposite) }
    }
  }

  /// Adds a block after the last one.
  private mutating func add(_ block: Block, of side: MergeSide) {
    let start = output.count
    if let last, last.side != side {
      add(block.tokens, of: side)
      output[start].joint = .lines(blank: blankLines(between: last, (side, block)))
    } else {
      add(block.blanks, of: side)
      add(block.tokens, of: side)
    }
    last = (side, block)
  }

  /// Returns whether a side's block is an empty item, a label or a paragraph that the other side's block begins with.
  private func isTakenUp(_ block: Block, of side: MergeSide, by other: Block) -> Bool {
    let (mine, others) = (inserted(side), inserted(side.opposite))
    if block.name == other.name { return side != lesser }
    let (words, longer) = (mine.keys(block), others.keys(other))
    if mine.first(block).isSentence, others.first(other).isSentence { return Self.begin(longer, with: words) }
    guard words.count == 1, longer.count == 1, let word = words.first, let whole = longer.first else { return false }
    let isOpen = !mine.hasWords(block) || word.last == UInt8(ascii: ":")
    return isOpen && !mine.first(block).isStrict && whole.starts(with: word)
  }

  /// Returns the side whose blocks are placed first.
  private func precedes(_ our: ArraySlice<Block>, _ their: ArraySlice<Block>) -> MergeSide {
    guard let ourFirst = our.first, let theirFirst = their.first, let ourLast = our.last, let theirLast = their.last
    else { return first }
    let attached = (ours.blankLines(above: ourFirst) == 0, theirs.blankLines(above: theirFirst) == 0)
    if attached.0 != attached.1 { return attached.0 ? .ours : .theirs }
    if let our = ours.level(ourFirst) ?? ours.indent(ourFirst),
      let their = theirs.level(theirFirst) ?? theirs.indent(theirFirst), our != their
    {
      return our > their ? .ours : .theirs
    }
    let below = (ours.blankLines(below: ourLast) == 0, theirs.blankLines(below: theirLast) == 0)
    if below.0 != below.1 { return below.0 ? .theirs : .ours }
    return first
  }

  /// Returns the number of blank lines between two blocks of different sides.
  private func blankLines(between last: (side: MergeSide, block: Block), _ next: (side: MergeSide, block: Block)) -> Int
  {
    let (before, after) = (inserted(last.side), inserted(next.side))
    let isList = before.last(last.block).isLine && after.first(next.block).isLine
    // The blank lines above the first item of a list do not apply between items.
    let own = isList && !after.followsLine(next.block) ? 0 : after.blankLines(above: next.block)
    let above = own ?? before.blankLines(below: last.block) ?? 0
    return max(above, isGlued(before.last(last.block), before, after.first(next.block), after) ? 1 : 0)
  }

  /// Returns whether two tokens without a blank line between them would read as one block, or badly.
  private func isGlued(
    _ last: ProseToken, _ before: InsertedBlocks, _ next: ProseToken, _ after: InsertedBlocks
  ) -> Bool {
    if last.isHeading { return next.isHeading }
    if last.isLine, next.isLine { return before.isRow(last) != after.isRow(next) }
    return texts.ours.form != .plain
  }
}
