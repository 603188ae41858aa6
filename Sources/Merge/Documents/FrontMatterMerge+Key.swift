internal import Documents

extension FrontMatterMerge {
  typealias Entry = FrontMatterBlock.Entry

  /// Writes the merge of one key.
  mutating func key(_ entries: Three<Entry?>) {
    guard let ours = entries.ours, let theirs = entries.theirs else { return oneSided(entries) }
    let body = Three(
      base: entries.base.map { texts.base[$0.body] }, ours: texts.ours[ours.body],
      theirs: texts.theirs[theirs.body])
    if body.ours == body.theirs || body.theirs == body.base { return take(ours, of: .ours, among: entries) }
    if body.ours == body.base { return take(theirs, of: .theirs, among: entries) }
    if let list = FrontMatterList.merge(entries, texts) {
      lead(entries)
      output.bytes += list.bytes
      expected.append((ours.key, .list(list.elements)))
      return
    }
    lead(entries)
    if isLong(ours), isLong(theirs), entries.base.map(isLong) ?? false, nested(entries, ours, theirs) { return }
    let side = judge.side(ours.body, theirs.body)
    overlap(base: entries.base?.body ?? place(nil), ours: ours.body, theirs: theirs.body)
    expect(side == .ours ? ours : theirs)
  }

  /// Merges a key that only one side has.
  private mutating func oneSided(_ entries: Three<Entry?>) {
    let side: MergeSide = entries.ours != nil ? .ours : .theirs
    guard let entry = entries[side] else { return }
    guard let base = entries.base else { return take(entry, of: side, among: entries) }
    if texts[side][entry.body] == texts.base[base.body] {
      // The key was removed; a comment that was added above it since is kept.
      if texts[side][entry.lead] != texts.base[base.lead] { output.bytes += texts[side][entry.lead] }
      return
    }
    let ours = entries.ours?.body ?? place(.ours)
    let theirs = entries.theirs?.body ?? place(.theirs)
    let isKept = judge.side(ours, theirs) == side
    if isKept {
      output.bytes += texts[side][entry.lead]
      expect(entry)
    }
    overlap(base: base.body, ours: ours, theirs: theirs)
  }

  /// Writes a side's key below the comments of both sides.
  mutating func take(_ entry: Entry, of side: MergeSide, among entries: Three<Entry?>) {
    lead(entries)
    output.bytes += texts[side][entry.body]
    expect(entry)
  }

  private mutating func lead(_ entries: Three<Entry?>) {
    func bytes(_ side: MergeSide?) -> ArraySlice<UInt8>? { entries[side].map { texts[side][$0.lead] } }
    guard let ours = bytes(.ours), let theirs = bytes(.theirs) else {
      output.bytes += bytes(.ours) ?? bytes(.theirs) ?? []
      return
    }
    output.bytes += union(Three(base: bytes(nil) ?? [], ours: ours, theirs: theirs))
  }

  private mutating func expect(_ entry: Entry) {
    let value = entry.scalar.map { Value.scalar($0) } ?? entry.elements.map { .list($0) }
    expected.append((entry.key, value))
  }

  /// Returns the place for a key that a side lacks: after its last key.
  private func place(_ side: MergeSide?) -> Range<Int> {
    let end = blocks[side]?.trailing.lowerBound ?? 0
    return end..<end
  }

  private func isLong(_ entry: Entry) -> Bool { entry.body.upperBound > entry.lineEnd }

  /// Merges a value of several lines by lines; returns false if the changes overlap or the base lacks the key.
  private mutating func nested(_ entries: Three<Entry?>, _ ours: Entry, _ theirs: Entry) -> Bool {
    guard let base = entries.base else { return false }
    let merge = LineMerge(
      base: Array(texts.base[base.body]), ours: Array(texts.ours[ours.body]), theirs: Array(texts.theirs[theirs.body]))
    let isClean = merge.pieces.allSatisfy { if case .clean = $0 { true } else { false } }
    guard isClean else { return false }
    for piece in merge.pieces {
      if case .clean(let side, let lines) = piece { output.bytes += merge.lines(of: side, lines) }
    }
    expected.append((ours.key, nil))
    return true
  }
}
