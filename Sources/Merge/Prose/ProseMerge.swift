/// Merges a place that both sides changed, sentence by sentence.
///
/// A sentence, a list item, a table row or a heading is a unit that is never mixed. Changes of different units do not
/// overlap, even if the units are neighbours. Changes of one unit overlap, and so do adjacent changes of code, markup
/// or quotes. Insertions of both sides at one place are all kept (`InsertionMerge`). Different line breaks within a
/// paragraph do not change its sentences.
struct ProseMerge {
  let texts: Three<ProseText>
  /// The lines of the place in each of them.
  let lines: Three<Range<Int>>
  /// The tokens of the place in each of them.
  let tokens: Three<[ProseToken]>
  /// The number of each token; equal tokens have the same one.
  let numbers: Three<[Int32]>
  private var writer: ProseWriter

  /// The greatest size in bytes, of the three texts together, that is merged by sentences.
  static let limit = 1 << 20

  /// Merges some lines of three texts; the overlaps are byte ranges of these texts.
  static func merge(_ texts: Three<ProseText>, _ lines: Three<Range<Int>>, judge: MergeJudge) -> MergeOutput {
    var merge = ProseMerge(texts, lines)
    return merge.run(judge)
  }

  private init(_ texts: Three<ProseText>, _ lines: Three<Range<Int>>) {
    self.texts = texts
    self.lines = lines
    tokens = Three(
      base: texts.base.tokens(of: lines.base), ours: texts.ours.tokens(of: lines.ours),
      theirs: texts.theirs.tokens(of: lines.theirs))
    var numbering = ProseNumbering()
    let base = numbering.number(texts.base, tokens.base)
    let ours = numbering.number(texts.ours, tokens.ours)
    numbers = Three(base: base, ours: ours, theirs: numbering.number(texts.theirs, tokens.theirs))
    let isAtEnd = [nil, MergeSide.ours, .theirs].allSatisfy { lines[$0].upperBound == texts[$0].lines.count }
    writer = ProseWriter(texts: texts, tokens: tokens, isAtEnd: isAtEnd)
  }

  private mutating func run(_ judge: MergeJudge) -> MergeOutput {
    var groups = ChangeGroups(
      ours: LineDiff.changes(from: numbers.base, to: numbers.ours),
      theirs: LineDiff.changes(from: numbers.base, to: numbers.theirs), joins: joins, bridges: bridges)
    var position = (base: 0, ours: 0, theirs: 0)
    func keep(upTo end: Int, _ writer: inout ProseWriter) {
      while position.base < end {
        writer.add(.init(base: position.base, ours: position.ours, theirs: position.theirs))
        position = (position.base + 1, position.ours + 1, position.theirs + 1)
      }
    }
    while let group = groups.next() {
      keep(upTo: group.base.lowerBound, &writer)
      if !group.hasOurs || !group.hasTheirs {
        let side: MergeSide = group.hasOurs ? .ours : .theirs
        add(side, side == .ours ? group.ours : group.theirs, of: group)
      } else {
        overlap(group, judge)
      }
      position = (group.base.upperBound, group.ours.upperBound, group.theirs.upperBound)
    }
    keep(upTo: tokens.base.count, &writer)
    return writer.written()
  }

  /// Adds one side's tokens in place of the base's.
  private mutating func add(_ side: MergeSide, _ range: Range<Int>, of group: ChangeGroups.Group) {
    for index in range {
      var emission = ProseWriter.Emission(side, index)
      if index == range.lowerBound {
        emission.heads = Self.first(group.base, group.ours, group.theirs) ?? emission.heads
      }
      if index == range.upperBound - 1, !group.base.isEmpty {
        // The bytes after the last token are chosen as after the token that it replaces.
        emission.tails = ProseWriter.Places(
          base: group.base.upperBound - 1, ours: group.ours.isEmpty ? nil : group.ours.upperBound - 1,
          theirs: group.theirs.isEmpty ? nil : group.theirs.upperBound - 1)
        emission.words = rewrapped(side, range, of: group)
      }
      writer.add(emission)
    }
  }

  /// Returns the first tokens of a place in the three texts; nil if the base has none there.
  private static func first(_ base: Range<Int>, _ ours: Range<Int>, _ theirs: Range<Int>) -> ProseWriter.Places? {
    base.isEmpty ? nil : ProseWriter.Places(base: base.first, ours: ours.first, theirs: theirs.first)
  }

  /// Returns the words of a sentence that one side changed, with the other side's line breaks.
  private func rewrapped(_ side: MergeSide, _ range: Range<Int>, of group: ChangeGroups.Group) -> [UInt8]? {
    let other = side == .ours ? group.theirs : group.ours
    guard group.base.count == 1, range.count == 1, other.count == 1, tokens[side][range.lowerBound].isSentence else {
      return nil
    }
    let base = texts.base.lines.bytes[tokens.base[group.base.lowerBound].core]
    let marked = texts[side.opposite].lines.bytes[tokens[side.opposite][other.lowerBound].core]
    guard base != marked else { return nil }
    let words = texts[side].lines.bytes[tokens[side][range.lowerBound].core]
    let all = Three(base: base, ours: side == .ours ? words : marked, theirs: side == .ours ? marked : words)
    if case .words(let words, _) = WordBlend.blend(all) { return words }
    return nil
  }

  /// Merges a place that both sides changed: equal tokens at its beginning and end are clean, the others are disputed.
  private mutating func overlap(_ group: ChangeGroups.Group, _ judge: MergeJudge) {
    var (ours, theirs) = (group.ours, group.theirs)
    if tokens.base[group.base].allSatisfy(\.core.isEmpty), insert(ours, theirs, judge) { return }
    while let our = ours.first, let their = theirs.first, numbers.ours[our] == numbers.theirs[their] {
      writer.add(.init(base: nil, ours: our, theirs: their))
      (ours, theirs) = (ours.dropFirst(), theirs.dropFirst())
    }
    let (ourStop, theirStop) = (ours.upperBound, theirs.upperBound)
    while let our = ours.last, let their = theirs.last, numbers.ours[our] == numbers.theirs[their] {
      (ours, theirs) = (ours.dropLast(), theirs.dropLast())
    }
    if !ours.isEmpty || !theirs.isEmpty { disputed(group.base, ours, theirs, judge) }
    for (our, their) in zip(ours.upperBound..<ourStop, theirs.upperBound..<theirStop) {
      writer.add(.init(base: nil, ours: our, theirs: their))
    }
  }

  /// Keeps the insertions of both sides at one place; returns false if that is not possible.
  private mutating func insert(_ ours: Range<Int>, _ theirs: Range<Int>, _ judge: MergeJudge) -> Bool {
    let first = judge.first(
      texts.ours.bytes(tokens.ours, ours, in: lines.ours), texts.theirs.bytes(tokens.theirs, theirs, in: lines.theirs))
    let merge = InsertionMerge(texts: texts, tokens: tokens, numbers: numbers, ours: ours, theirs: theirs, first: first)
    guard let emissions = merge?.emissions() else { return false }
    for emission in emissions { writer.add(emission) }
    return true
  }

  /// Merges tokens that both sides changed differently.
  private mutating func disputed(_ base: Range<Int>, _ ours: Range<Int>, _ theirs: Range<Int>, _ judge: MergeJudge) {
    if base.isEmpty, ours.isEmpty || theirs.isEmpty { return both(ours, theirs) }
    switch blend(base, ours, theirs) {
    case .side(let side): for index in side == .ours ? ours : theirs { writer.add(.init(side, index)) }
    case .words(let words, let side):
      // With equal words on both sides, the side that changed the kind of unit is kept.
      let isAsBefore = tokens.ours[ours.lowerBound].isSentence == tokens.base[base.lowerBound].isSentence
      let side = side ?? (isAsBefore ? .theirs : .ours)
      var emission = ProseWriter.Emission(side, side == .ours ? ours.lowerBound : theirs.lowerBound)
      emission.heads = Self.first(base, ours, theirs) ?? emission.heads
      emission.words = words
      emission.tails = ProseWriter.Places(
        base: base.upperBound - 1, ours: ours.upperBound - 1, theirs: theirs.upperBound - 1)
      writer.add(emission)
    case nil:
      let bytes = (
        base: texts.base.bytes(tokens.base, base, in: lines.base),
        ours: texts.ours.bytes(tokens.ours, ours, in: lines.ours),
        theirs: texts.theirs.bytes(tokens.theirs, theirs, in: lines.theirs)
      )
      let side = judge.side(bytes.ours, bytes.theirs)
      writer.beginOverlap(base: bytes.base, ours: bytes.ours, theirs: bytes.theirs)
      let range = side == .ours ? ours : theirs
      for index in range {
        var emission = ProseWriter.Emission(side, index)
        if index == range.lowerBound { emission.heads = Self.first(base, ours, theirs) ?? emission.heads }
        writer.add(emission)
      }
      writer.endOverlap()
    }
  }

  private mutating func both(_ ours: Range<Int>, _ theirs: Range<Int>) {
    for index in ours { writer.add(.init(.ours, index)) }
    for index in theirs { writer.add(.init(.theirs, index)) }
  }

  /// Returns the words of one side if they contain the other's change; nil otherwise.
  private func blend(_ base: Range<Int>, _ ours: Range<Int>, _ theirs: Range<Int>) -> WordBlend.Result? {
    guard !base.isEmpty, !ours.isEmpty, !theirs.isEmpty else { return nil }
    func words(_ side: MergeSide?, _ range: Range<Int>) -> ArraySlice<UInt8>? {
      let list = tokens[side][range]
      guard list.allSatisfy({ !$0.isStrict && $0.isSentence == list.first?.isSentence }), let first = list.first,
        let last = list.last
      else { return nil }
      return texts[side].lines.bytes[first.core.lowerBound..<last.core.upperBound]
    }
    guard let base = words(nil, base), let ours = words(.ours, ours), let theirs = words(.theirs, theirs) else {
      return nil
    }
    return WordBlend.blend(Three(base: base, ours: ours, theirs: theirs))
  }
}
