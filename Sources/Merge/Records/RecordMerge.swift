internal import Values

/// Merges records: JSON whose arrays hold objects with a key, or JSON Lines (`merge=stet-records`).
///
/// Records are identified by their key, else by their content and position, and merged field by field if both sides
/// changed one. Insertions of both sides at one place are all kept: the side that wrote first precedes, if it is known.
/// Unchanged bytes are kept.
struct RecordMerge {
  let texts: Three<[UInt8]>
  /// The name of the member that identifies a record.
  let key: [UInt8]
  let judge: MergeJudge
  /// The side that wrote first; its records are placed first where both sides insert. nil if unknown.
  let first: MergeSide?
  /// The merged text so far.
  var output = MergeOutput()

  /// Merges texts; returns nil if one is neither JSON nor JSON Lines.
  static func merge(_ texts: Three<[UInt8]>, path: String, key: String, judge: MergeJudge) -> MergeOutput? {
    let first = judge.first(0..<texts.ours.count, 0..<texts.theirs.count)
    var merge = RecordMerge(texts: texts, key: Array(key.utf8), judge: judge, first: first)
    let isLines = [".jsonl", ".ndjson", ".jsonlines"].contains { path.lowercased().hasSuffix($0) }
    if isLines { return merge.lines(acceptsBroken: true) ? merge.output : nil }
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

  /// Writes the merge of a value that both sides have.
  mutating func value(_ nodes: Three<JSONNode?>) {
    guard let ours = nodes.ours, let theirs = nodes.theirs else { return }
    let base = nodes.base.map { texts.base[$0.range] }
    let our = texts.ours[ours.range]
    let their = texts.theirs[theirs.range]
    if our == their || their == base {
      output.bytes += our
    } else if our == base {
      output.bytes += their
    } else if let side = unchanged(nodes) {
      output.bytes += side == .ours ? their : our
    } else if let side = earlier(nodes) {
      output.bytes += side == .ours ? our : their
    } else if ours.kind == theirs.kind, nodes.base.map({ $0.kind == ours.kind }) ?? true,
      let names = RecordNames.find(nodes, texts, key: key)
    {
      container(nodes, names)
    } else {
      overlap(base: nodes.base?.range ?? 0..<0, ours: ours.range, theirs: theirs.range)
    }
  }

  /// Returns the side that changed only spaces, or of two such sides the one whose bytes sort last; nil if both changed
  /// more.
  private func unchanged(_ nodes: Three<JSONNode?>) -> MergeSide? {
    guard let our = nodes.ours, let their = nodes.theirs else { return nil }
    let (ours, theirs) = (our.compact(texts.ours), their.compact(texts.theirs))
    if ours == theirs {
      return texts.ours[our.range].lexicographicallyPrecedes(texts.theirs[their.range]) ? .theirs : .ours
    }
    guard let base = nodes.base?.compact(texts.base) else { return nil }
    return ours == base ? .ours : theirs == base ? .theirs : nil
  }

  /// Returns the side whose record is kept if both sides added the same record and only its `time` differs: the earlier
  /// one; nil for any other two values.
  private func earlier(_ nodes: Three<JSONNode?>) -> MergeSide? {
    guard nodes.base == nil, let ours = nodes.ours.flatMap({ Self.timed($0, texts.ours) }),
      let theirs = nodes.theirs.flatMap({ Self.timed($0, texts.theirs) }), ours.rest == theirs.rest
    else { return nil }
    if ours.time != theirs.time { return ours.time < theirs.time ? .ours : .theirs }
    return ours.text.lexicographicallyPrecedes(theirs.text) ? .ours : .theirs
  }

  /// Returns the time of an object, its text, and the other members; nil for an object without exactly one time.
  private static func timed(
    _ node: JSONNode, _ text: [UInt8]
  ) -> (time: Int64, text: [UInt8], rest: [[UInt8]: [UInt8]])? {
    guard node.kind == .object else { return nil }
    var found: (seconds: Int64, text: [UInt8])?
    var rest: [[UInt8]: [UInt8]] = [:]
    for member in node.members {
      guard let name = member.name else { return nil }
      if text[name].elementsEqual("\"time\"".utf8) {
        guard found == nil, let time = member.value.text(in: text).flatMap(ISOTime.seconds) else { return nil }
        found = (time, Array(text[member.value.range]))
      } else if rest.updateValue(member.value.compact(text), forKey: Array(text[name])) != nil {
        return nil
      }
    }
    return found.map { ($0.seconds, $0.text, rest) }
  }

  /// Returns the side whose text is kept; a side without text at the place is judged by its whole text.
  func side(ours: Range<Int>, theirs: Range<Int>) -> MergeSide {
    judge.side(
      ours.isEmpty ? 0..<texts.ours.count : ours, theirs.isEmpty ? 0..<texts.theirs.count : theirs)
  }

  /// Writes the text of one side and records the overlap.
  mutating func overlap(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    let side = side(ours: ours, theirs: theirs)
    let start = output.bytes.count
    output.bytes += side == .ours ? texts.ours[ours] : texts.theirs[theirs]
    output.overlaps.append(.init(base: base, ours: ours, theirs: theirs, kept: start..<output.bytes.count))
  }
}
