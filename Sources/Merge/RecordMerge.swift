internal import Documents

/// Merges records: JSON whose arrays hold objects with a key, or JSON Lines (`merge=stet-records`).
///
/// Records are told apart by their key, and merged field by field where both sides changed one. What both sides put in
/// at one place is all kept, in an order that does not depend on the sides. Bytes that nobody changed stay.
struct RecordMerge {
  let texts: Three<[UInt8]>
  let key: [UInt8]
  let judge: MergeJudge
  var output = MergeOutput()

  /// Merges texts; nil where one is neither JSON nor JSON Lines.
  static func merge(_ texts: Three<[UInt8]>, path: String, key: String, judge: MergeJudge) -> MergeOutput? {
    var merge = RecordMerge(texts: texts, key: Array(key.utf8), judge: judge)
    let isLines = [".jsonl", ".ndjson", ".jsonlines"].contains { path.lowercased().hasSuffix($0) }
    if isLines { return merge.lines() ? merge.output : nil }
    guard let ours = JSONNode(texts.ours), let theirs = JSONNode(texts.theirs) else {
      return merge.lines() ? merge.output : nil
    }
    let base = JSONNode(texts.base)
    guard base != nil || texts.base.allSatisfy(DocumentLayout.isSpace) else { return nil }
    let heads = Three(
      base: base.map { texts.base[..<$0.range.lowerBound] }, ours: texts.ours[..<ours.range.lowerBound],
      theirs: texts.theirs[..<theirs.range.lowerBound])
    let tails = Three(
      base: base.map { texts.base[$0.range.upperBound...] }, ours: texts.ours[ours.range.upperBound...],
      theirs: texts.theirs[theirs.range.upperBound...])
    merge.output.bytes += heads.settled ?? []
    merge.value(Three(base: base, ours: ours, theirs: theirs))
    merge.output.bytes += tails.settled ?? []
    return merge.output
  }

  /// Writes what becomes of a value that both sides have.
  mutating func value(_ nodes: Three<JSONNode?>) {
    guard let ours = nodes.ours, let theirs = nodes.theirs else { return }
    let base = nodes.base.map { texts.base[$0.range] }
    let our = texts.ours[ours.range]
    let their = texts.theirs[theirs.range]
    if our == their || their == base {
      output.bytes += our
    } else if our == base {
      output.bytes += their
    } else if ours.kind == theirs.kind, nodes.base.map({ $0.kind == ours.kind }) ?? true,
      let names = RecordNames.find(nodes, texts, key: key)
    {
      container(nodes, names)
    } else {
      overlap(base: nodes.base?.range ?? 0..<0, ours: ours.range, theirs: theirs.range)
    }
  }

  /// Whose text stands; a side that has none there is judged by all of its text.
  func side(ours: Range<Int>, theirs: Range<Int>) -> MergeSide {
    judge.side(
      ours.isEmpty ? 0..<texts.ours.count : ours, theirs.isEmpty ? 0..<texts.theirs.count : theirs)
  }

  /// Only one side's text can stand.
  mutating func overlap(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    let side = side(ours: ours, theirs: theirs)
    let start = output.bytes.count
    output.bytes += side == .ours ? texts.ours[ours] : texts.theirs[theirs]
    output.overlaps.append(.init(base: base, ours: ours, theirs: theirs, kept: start..<output.bytes.count))
  }
}
