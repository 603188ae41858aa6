internal import Documents
internal import Values

/// Merges front matter key by key (DESIGN "Merge"); the text below it is merged separately.
struct FrontMatterMerge {
  let texts: Three<[UInt8]>
  /// The front matter of each text; nil for none.
  let blocks: Three<FrontMatterBlock?>
  let judge: MergeJudge
  /// The merged block so far.
  var output = MergeOutput()
  /// The keys that the merged block must have, with their values if known.
  var expected: [(key: String, value: Value?)] = []

  /// The value that YAML must parse for a key.
  enum Value: Hashable {
    /// One text.
    case scalar(String)
    /// A list of texts.
    case list([String])
  }

  /// Merges whole documents with a function that merges their bodies; returns nil if a block cannot be read or written
  /// by keys.
  static func split(
    _ texts: Three<[UInt8]>, judge: MergeJudge, body: (Three<[UInt8]>, MergeJudge) -> MergeOutput
  ) -> MergeOutput? {
    let blocks = texts.map { FrontMatterBlock($0) }
    let isRead = texts.map { FrontMatterBlock.begins($0) }
    let all = [nil, MergeSide.ours, .theirs]
    if all.allSatisfy({ blocks[$0] == nil && !isRead[$0] }) { return body(texts, judge) }
    // A side with an opening line but no block may have lost the closing line.
    guard all.allSatisfy({ blocks[$0] != nil || !isRead[$0] }) else { return nil }
    let heads = blocks.map { $0?.closing.upperBound ?? 0 }
    var merge = FrontMatterMerge(texts: texts, blocks: blocks, judge: judge)
    guard merge.head(heads) else { return nil }
    var output = merge.output
    let bodies = body(
      Three(
        base: Array(texts.base[heads.base...]), ours: Array(texts.ours[heads.ours...]),
        theirs: Array(texts.theirs[heads.theirs...])), judge.within(ours: heads.ours, theirs: heads.theirs))
    if let last = output.bytes.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r"), !bodies.bytes.isEmpty {
      output.bytes += TextLines(output.bytes).lineEnd ?? [UInt8(ascii: "\n")]
    }
    output.append(bodies, base: heads.base, ours: heads.ours, theirs: heads.theirs)
    return output
  }

  /// Writes the merged block; returns false if it has to be merged by lines.
  private mutating func head(_ ends: Three<Int>) -> Bool {
    let bytes = Three(
      base: texts.base[..<ends.base], ours: texts.ours[..<ends.ours], theirs: texts.theirs[..<ends.theirs])
    if bytes.ours == bytes.theirs || bytes.theirs == bytes.base {
      output.bytes = Array(bytes.ours)
    } else if bytes.ours == bytes.base {
      output.bytes = Array(bytes.theirs)
    } else if let ours = blocks.ours, let theirs = blocks.theirs {
      return keys(ours, theirs)
    } else {
      // One side removed the block, the other changed it.
      overlap(base: 0..<ends.base, ours: 0..<ends.ours, theirs: 0..<ends.theirs)
    }
    return true
  }

  private mutating func keys(_ ours: FrontMatterBlock, _ theirs: FrontMatterBlock) -> Bool {
    let base = blocks.base
    output.bytes +=
      Three(
        base: base.map { texts.base[$0.opening] }, ours: texts.ours[ours.opening],
        theirs: texts.theirs[theirs.opening]
      ).settled ?? []
    let names = Three(base: base?.entries ?? [], ours: ours.entries, theirs: theirs.entries)
      .map { $0.map { Array($0.key.utf8) } }
    let stamps = StampChoice(self)
    for name in OrderedUnion.order(base: names.base, ours: names.ours, theirs: names.theirs) {
      func entry(_ block: FrontMatterBlock?) -> FrontMatterBlock.Entry? {
        block?.entries.first { $0.key.utf8.elementsEqual(name) }
      }
      let entries = Three(base: entry(base), ours: entry(ours), theirs: entry(theirs))
      if let side = stamps.side(of: name) {
        if let entry = entries[side] { take(entry, of: side, among: entries) }
      } else {
        key(entries)
      }
    }
    output.bytes += union(
      Three(
        base: base.map { texts.base[$0.trailing] } ?? [], ours: texts.ours[ours.trailing],
        theirs: texts.theirs[theirs.trailing]))
    output.bytes +=
      Three(
        base: base.map { texts.base[$0.closing] }, ours: texts.ours[ours.closing],
        theirs: texts.theirs[theirs.closing]
      ).settled ?? []
    return readsAsMeant
  }

  /// Whether YAML parses the written block as expected.
  private var readsAsMeant: Bool {
    guard let block = FrontMatterBlock(output.bytes), block.entries.count == expected.count else { return false }
    return zip(block.entries, expected).allSatisfy { entry, expected in
      guard entry.key.utf8.elementsEqual(expected.key.utf8) else { return false }
      switch expected.value {
      case .scalar(let text): return entry.scalar.map { $0.utf8.elementsEqual(text.utf8) } ?? false
      case .list(let elements): return entry.elements == elements || entry.elements == nil && elements.isEmpty
      case nil: return true
      }
    }
  }

  /// Merges lines of comments; those of both sides are kept.
  func union(_ parts: Three<ArraySlice<UInt8>>) -> [UInt8] {
    TextMerge.union(base: Array(parts.base), ours: Array(parts.ours), theirs: Array(parts.theirs))
  }

  /// Writes the text of one side and records the overlap.
  mutating func overlap(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    let side = judge.side(ours, theirs)
    let start = output.bytes.count
    output.bytes += side == .ours ? texts.ours[ours] : texts.theirs[theirs]
    output.overlaps.append(.init(base: base, ours: ours, theirs: theirs, kept: start..<output.bytes.count))
  }
}

/// The choice between provenance keys that both sides changed: names and times are never mixed, and never conflict.
struct StampChoice {
  private let created: MergeSide?
  private let modified: MergeSide?

  /// Chooses the sides for the keys of a merge.
  init(_ merge: FrontMatterMerge) {
    created = Self.choose(merge, "created", earliest: true)
    modified = Self.choose(merge, "last_modified", earliest: false)
  }

  /// Returns the side that provides a key; nil for keys that are merged like any other.
  func side(of key: [UInt8]) -> MergeSide? {
    if key.elementsEqual("created_by".utf8) || key.elementsEqual("created_at".utf8) { return created }
    if key.elementsEqual("last_modified_by".utf8) || key.elementsEqual("last_modified_at".utf8) { return modified }
    return nil
  }

  private static func choose(_ merge: FrontMatterMerge, _ name: String, earliest: Bool) -> MergeSide? {
    func pair(_ side: MergeSide?) -> [ArraySlice<UInt8>?] {
      ["_by", "_at"].map { ending in
        merge.blocks[side]?.entries.first { $0.key.utf8.elementsEqual((name + ending).utf8) }
          .map { merge.texts[side][$0.body] }
      }
    }
    func time(_ side: MergeSide) -> Int64? {
      let entry = merge.blocks[side]?.entries.first { $0.key.utf8.elementsEqual((name + "_at").utf8) }
      return entry?.scalar.flatMap { ISOTime.seconds($0) }
    }
    let pairs = Three(base: pair(nil), ours: pair(.ours), theirs: pair(.theirs))
    if pairs.ours == pairs.theirs || pairs.theirs == pairs.base { return .ours }
    if pairs.ours == pairs.base { return .theirs }
    func byJudge() -> MergeSide { merge.judge.side(0..<merge.texts.ours.count, 0..<merge.texts.theirs.count) }
    if earliest {
      // A value that is not a time is merged like any other key.
      guard let ours = time(.ours), let theirs = time(.theirs) else { return nil }
      return ours == theirs ? byJudge() : ours < theirs ? .ours : .theirs
    }
    let latest = merge.judge.latestPlausible() ?? .max
    let ours = time(.ours).flatMap { $0 <= latest ? $0 : nil }
    let theirs = time(.theirs).flatMap { $0 <= latest ? $0 : nil }
    guard let ours, let theirs else { return ours != nil ? .ours : theirs != nil ? .theirs : byJudge() }
    return ours == theirs ? byJudge() : ours > theirs ? .ours : .theirs
  }
}
