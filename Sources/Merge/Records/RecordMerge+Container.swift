internal import Values

extension RecordMerge {
  /// One member in the three texts: its index in the container, and the member.
  private typealias Found = Three<(index: Int, member: JSONNode.Member)?>

  /// Writes an array or an object whose members are identified by names.
  mutating func container(_ nodes: Three<JSONNode?>, _ names: Three<[[UInt8]]>) {
    guard let ours = nodes.ours else { return }
    let places = names.map { Dictionary(uniqueKeysWithValues: $0.enumerated().map { ($1, $0) }) }
    output.bytes.append(texts.ours[ours.range.lowerBound])
    var isFirst = true
    for name in OrderedUnion.order(base: names.base, ours: names.ours, theirs: names.theirs, first: first) {
      func find(_ side: MergeSide?) -> (index: Int, member: JSONNode.Member)? {
        guard let node = nodes[side], let index = places[side][name] else { return nil }
        return (index, node.members[index])
      }
      let found = Found(base: find(nil), ours: find(.ours), theirs: find(.theirs))
      guard let overlap = stands(found) else { continue }
      if !isFirst { output.bytes.append(UInt8(ascii: ",")) }
      output.bytes += lead(found, nodes, isFirst: isFirst)
      isFirst = false
      member(found, overlap)
    }
    let closing = Three(base: closing(nodes, nil), ours: closing(nodes, .ours), theirs: closing(nodes, .theirs))
    let isEmpty = isFirst
    let usable = closing.map { part in part.flatMap { isEmpty || $0.isMembers ? $0.bytes : nil } }
    output.bytes += usable.settled ?? []
    output.bytes.append(texts.ours[ours.range.upperBound - 1])
  }

  /// Returns whether a kept member is an overlap, that is, one side changed it and the other deleted it; nil if it is
  /// not kept.
  private mutating func stands(_ found: Found) -> Bool? {
    if found.ours != nil, found.theirs != nil { return false }
    guard let base = found.base else { return false }
    let side: MergeSide = found.ours != nil ? .ours : .theirs
    guard let (_, member) = found[side] else { return nil }
    if member.value.compact(texts[side]) == base.member.value.compact(texts.base) { return nil }
    let ours = found.ours?.member.body ?? 0..<0
    let theirs = found.theirs?.member.body ?? 0..<0
    if self.side(ours: ours, theirs: theirs) == side { return true }
    output.overlaps.append(
      .init(base: base.member.body, ours: ours, theirs: theirs, kept: output.bytes.count..<output.bytes.count))
    return nil
  }

  private mutating func member(_ found: Found, _ isOverlap: Bool) {
    guard let ours = found.ours?.member, let theirs = found.theirs?.member else {
      let side: MergeSide = found.ours != nil ? .ours : .theirs
      guard let member = found[side]?.member else { return }
      let start = output.bytes.count
      output.bytes += texts[side][member.body]
      guard isOverlap, let base = found.base?.member else { return }
      output.overlaps.append(
        .init(
          base: base.body, ours: found.ours?.member.body ?? 0..<0, theirs: found.theirs?.member.body ?? 0..<0,
          kept: start..<output.bytes.count))
      return
    }
    let base = found.base?.member
    let names = Three(
      base: base.map { texts.base[$0.body.lowerBound..<$0.value.range.lowerBound] },
      ours: texts.ours[ours.body.lowerBound..<ours.value.range.lowerBound],
      theirs: texts.theirs[theirs.body.lowerBound..<theirs.value.range.lowerBound])
    output.bytes += names.settled ?? []
    value(Three(base: base?.value, ours: ours.value, theirs: theirs.value))
  }

  /// Returns the spaces before a member: its own if it is first, or not first, as before, else those of other members.
  private func lead(_ found: Found, _ nodes: Three<JSONNode?>, isFirst: Bool) -> ArraySlice<UInt8> {
    func own(_ side: MergeSide?) -> ArraySlice<UInt8>? {
      guard let found = found[side], (found.index == 0) == isFirst else { return nil }
      return texts[side][found.member.start..<found.member.body.lowerBound]
    }
    func others(_ side: MergeSide?, _ index: Int) -> ArraySlice<UInt8>? {
      guard let node = nodes[side], node.members.count > index else { return nil }
      return texts[side][node.members[index].start..<node.members[index].body.lowerBound]
    }
    func all(_ part: (MergeSide?) -> ArraySlice<UInt8>?) -> ArraySlice<UInt8>? {
      Three(base: part(nil), ours: part(.ours), theirs: part(.theirs)).settled
    }
    if let lead = all(own) ?? all({ others($0, isFirst ? 0 : 1) }) { return lead }
    let first = all { others($0, 0) } ?? []
    return first.contains(UInt8(ascii: "\n")) ? first : [UInt8(ascii: " ")]
  }

  /// Returns the spaces before the closing bracket, and whether members precede them.
  private func closing(_ nodes: Three<JSONNode?>, _ side: MergeSide?) -> (isMembers: Bool, bytes: ArraySlice<UInt8>)? {
    guard let node = nodes[side] else { return nil }
    let start = node.members.last?.body.upperBound ?? node.range.lowerBound + 1
    return (!node.members.isEmpty, texts[side][start..<(node.range.upperBound - 1)])
  }
}
