/// Keeps the insertions of both sides at one place of a text.
///
/// Blocks that both sides inserted are kept once. Between two of them, each side's own blocks follow each other. The
/// side that wrote first precedes, unless the position of a block requires otherwise (a nested item precedes one that
/// is not nested). The result does not depend on which side is which.
struct InsertionMerge {
  typealias Block = InsertedBlocks.Block
  typealias Emission = ProseWriter.Emission

  let texts: Three<ProseText>
  let tokens: Three<[ProseToken]>
  /// The numbers of the tokens: equal tokens have equal numbers.
  let numbers: Three<[Int32]>
  /// The blocks that our side inserted.
  let ours: InsertedBlocks
  /// The blocks that their side inserted.
  let theirs: InsertedBlocks
  /// The side whose bytes sort first; it decides arbitrary choices.
  let lesser: MergeSide
  /// The side that wrote first.
  let first: MergeSide
  /// The tokens of the result so far.
  var output: [Emission] = []
  /// The last block that was added since the last common block.
  var last: (side: MergeSide, block: Block)?

  /// Splits both sides' tokens; nil if a side's tokens depend on the lines around the place.
  ///
  /// - Parameter first: the side that wrote first; nil if unknown, then the sides are ordered by their bytes.
  init?(
    texts: Three<ProseText>, tokens: Three<[ProseToken]>, numbers: Three<[Int32]>, ours: Range<Int>,
    theirs: Range<Int>, first: MergeSide?
  ) {
    guard let our = InsertedBlocks(ours, of: .ours, texts.ours, tokens.ours, numbers.ours),
      let their = InsertedBlocks(theirs, of: .theirs, texts.theirs, tokens.theirs, numbers.theirs)
    else { return nil }
    (self.texts, self.tokens, self.numbers, self.ours, self.theirs) = (texts, tokens, numbers, our, their)
    let ourKeys = ours.map { texts.ours.key(tokens.ours[$0]) }
    let theirKeys = theirs.map { texts.theirs.key(tokens.theirs[$0]) }
    let isSwapped = theirKeys.lexicographicallyPrecedes(ourKeys) { $0.lexicographicallyPrecedes($1) }
    lesser = isSwapped ? .theirs : .ours
    self.first = first ?? lesser
  }

  /// Returns the tokens of the result in order.
  func emissions() -> [Emission] {
    var merge = self
    merge.sentences(ours.head, theirs.head, isTail: false)
    merge.align()
    merge.sentences(ours.tail, theirs.tail, isTail: true)
    return merge.output
  }

  /// Returns the blocks that a side inserted.
  func inserted(_ side: MergeSide) -> InsertedBlocks { side == .ours ? ours : theirs }

  /// Adds tokens of one side.
  mutating func add(_ range: Range<Int>, of side: MergeSide) {
    for index in range { output.append(Emission(side, index)) }
  }

  /// Adds tokens that both sides have, once.
  mutating func add(_ our: Range<Int>, _ their: Range<Int>) {
    for (our, their) in zip(our, their) { output.append(Emission(base: nil, ours: our, theirs: their)) }
  }

  // MARK: Sentences of one paragraph

  /// Adds the sentences that both sides added to one paragraph; common ones once.
  private mutating func sentences(_ our: Range<Int>, _ their: Range<Int>, isTail: Bool) {
    let count = zip(our, their).prefix { numbers.ours[$0] == numbers.theirs[$1] }.count
    add(our.prefix(count), their.prefix(count))
    var rest = (ours: our.dropFirst(count), theirs: their.dropFirst(count))
    let common = zip(rest.ours.reversed(), rest.theirs.reversed())
      .prefix { numbers.ours[$0] == numbers.theirs[$1] }.count
    let last = (rest.ours.suffix(common), rest.theirs.suffix(common))
    rest = (rest.ours.dropLast(common), rest.theirs.dropLast(common))
    func keys(_ side: MergeSide, _ range: Range<Int>) -> [[UInt8]] { range.map { texts[side].key(tokens[side][$0]) } }
    let words = (keys(.ours, rest.ours), keys(.theirs, rest.theirs))
    if !rest.ours.isEmpty, Self.begin(words.1, with: words.0) {
      rest.ours = rest.ours.prefix(0)
    } else if !rest.theirs.isEmpty, Self.begin(words.0, with: words.1) {
      rest.theirs = rest.theirs.prefix(0)
    }
    for side in [first, first.opposite] {
      let start = output.count
      add(side == .ours ? rest.ours : rest.theirs, of: side)
      if isTail, side != first, start < output.count, !(first == .ours ? rest.ours : rest.theirs).isEmpty {
        output[start].joint = .sentence
      }
    }
    add(last.0, last.1)
  }

  /// Returns whether sentences begin with others; the last of these may be shorter by whole words.
  static func begin(_ sentences: [[UInt8]], with others: [[UInt8]]) -> Bool {
    guard let last = others.last, others.count <= sentences.count,
      others.dropLast().elementsEqual(sentences.prefix(others.count - 1))
    else { return false }
    let whole = sentences[others.count - 1]
    return whole.starts(with: last) && (whole.count == last.count || whole[last.count] == UInt8(ascii: " "))
  }

  // MARK: Blocks

  private mutating func align() {
    let common = common()
    let dropped = repeated(common)
    var next = (ours: 0, theirs: 0)
    for pair in common + [(ours.blocks.count, theirs.blocks.count)] {
      let theirOwn = (next.theirs..<pair.theirs).filter { !dropped.theirs.contains($0) }.map { theirs.blocks[$0] }
      let ourOwn = (next.ours..<pair.ours).filter { !dropped.ours.contains($0) }.map { ours.blocks[$0] }
      let side = add(ourOwn, theirOwn)
      let isEnd = pair.ours == ours.blocks.count
      blanks(
        isEnd ? ours.trailing : ours.blocks[pair.ours].blanks,
        isEnd ? theirs.trailing : theirs.blocks[pair.theirs].blanks, of: side)
      if !isEnd { add(ours.blocks[pair.ours].tokens, theirs.blocks[pair.theirs].tokens) }
      next = (pair.ours + 1, pair.theirs + 1)
    }
  }

  /// Adds the blank lines after a side's blocks; for nil those of the side with more.
  mutating func blanks(_ our: Range<Int>, _ their: Range<Int>, of side: MergeSide?) {
    if let side { return add(side == .ours ? our : their, of: side) }
    if our.count == their.count { return add(our, their) }
    let side: MergeSide = our.count > their.count ? .ours : .theirs
    add(side == .ours ? our : their, of: side)
  }

  /// Returns the blocks of both sides in their longest common order.
  private func common() -> [(ours: Int, theirs: Int)] {
    var known: [[Int32]: Int32] = [:]
    func number(_ inserted: InsertedBlocks) -> [Int32] {
      inserted.blocks.enumerated().map { index, block in
        // A rule or an empty item does not identify a place, so it is no anchor.
        guard inserted.hasWords(block) else { return Int32(-1 - index * 2 - (inserted.side == .ours ? 0 : 1)) }
        let number = known[block.name] ?? Int32(known.count)
        known[block.name] = number
        return number
      }
    }
    let names = (number(inserted(lesser)), number(inserted(lesser.opposite)))
    var pairs: [(ours: Int, theirs: Int)] = []
    var position = (0, 0)
    let end = LineChange(old: names.0.count..<names.0.count, new: names.1.count..<names.1.count)
    for change in LineDiff.changes(from: names.0, to: names.1) + [end] {
      for (one, two) in zip(position.0..<change.old.lowerBound, position.1..<change.new.lowerBound) {
        pairs.append(lesser == .ours ? (one, two) : (two, one))
      }
      position = (change.old.upperBound, change.new.upperBound)
    }
    return pairs
  }

  /// Returns the blocks to drop because the other side has them elsewhere; the order of the lesser side is kept.
  private func repeated(_ common: [(ours: Int, theirs: Int)]) -> (ours: Set<Int>, theirs: Set<Int>) {
    let paired = (Set(common.map(\.ours)), Set(common.map(\.theirs)))
    func own(_ side: MergeSide) -> [Int] {
      inserted(side).blocks.indices.filter { !(side == .ours ? paired.0 : paired.1).contains($0) }
    }
    var counts: [[Int32]: Int] = [:]
    for index in own(lesser) { counts[inserted(lesser).blocks[index].name, default: 0] += 1 }
    let other = inserted(lesser.opposite)
    var dropped: Set<Int> = []
    for index in own(lesser.opposite) where other.hasWords(other.blocks[index]) {
      guard let count = counts[other.blocks[index].name], count > 0 else { continue }
      counts[other.blocks[index].name] = count - 1
      dropped.insert(index)
    }
    return lesser == .ours ? ([], dropped) : (dropped, [])
  }
}
