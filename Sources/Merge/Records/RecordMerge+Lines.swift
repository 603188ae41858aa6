internal import Values

extension RecordMerge {
  /// One line of JSON Lines.
  private struct Line {
    /// Its bytes without the line end and the spaces around them.
    var content: Range<Int>
    /// The bytes from the content's end to the next line.
    var end: Range<Int>
    /// The record; nil for a blank line, and for one that is not JSON.
    var node: JSONNode?
    /// Whether the line is not JSON.
    var isBroken: Bool { node == nil && !content.isEmpty }
  }

  /// Merges JSON Lines; returns false if a line is not JSON.
  ///
  /// - Parameter acceptsBroken: whether lines that are not JSON are kept as they are, if no side changed one of them.
  mutating func lines(acceptsBroken: Bool = false) -> Bool {
    let lines = texts.map(Self.lines)
    let nodes = lines.map { $0.map(\.node) }
    var names = RecordNames.placed(RecordNames.elements(nodes, texts, key: key), nodes, texts)
    if [lines.base, lines.ours, lines.theirs].contains(where: { $0.contains(where: \.isBroken) }) {
      guard acceptsBroken else { return false }
      let broken = Three(
        base: broken(lines.base, nil), ours: broken(lines.ours, .ours), theirs: broken(lines.theirs, .theirs))
      let kept = Set(broken.base.values)
      guard kept.isSubset(of: broken.ours.values), kept.isSubset(of: broken.theirs.values) else { return false }
      func named(_ side: MergeSide?) -> [[UInt8]] {
        names[side].enumerated().map { broken[side][$0.offset] ?? $0.element }
      }
      names = Three(base: named(nil), ours: named(.ours), theirs: named(.theirs))
    }
    let places = names.map { Dictionary(uniqueKeysWithValues: $0.enumerated().map { ($1, $0) }) }
    let order = OrderedUnion.order(base: names.base, ours: names.ours, theirs: names.theirs, first: first)
    let lineEnd = texts.map { TextLines($0).lineEnd }.settled ?? [UInt8(ascii: "\n")]
    for name in order {
      func find(_ side: MergeSide?) -> Line? { places[side][name].map { lines[side][$0] } }
      let found = Three(base: find(nil), ours: find(.ours), theirs: find(.theirs))
      let start = output.bytes.count
      record(found)
      let isBlank = found.ours?.content.isEmpty ?? true && found.theirs?.content.isEmpty ?? true
      // A blank line of the base stays only if both sides have it.
      let isKept = found.base == nil || found.ours != nil && found.theirs != nil
      guard output.bytes.count > start || isBlank && isKept else { continue }
      let ends = Three(base: end(found, nil), ours: end(found, .ours), theirs: end(found, .theirs))
      output.bytes += ends.settled ?? lineEnd
    }
    // A last line without an end stays so unless a side added the end.
    let lack = texts.map { !$0.isEmpty && !TextLines.endsLine($0) }
    if lack.ours, lack.theirs, TextLines.endsLine(output.bytes) {
      output.bytes.removeLast()
      if output.bytes.last == UInt8(ascii: "\r") { output.bytes.removeLast() }
    }
    return true
  }

  /// Returns the names of the lines that are not JSON, by their index: their content, and the number of earlier lines
  /// with the same.
  private func broken(_ lines: [Line], _ side: MergeSide?) -> [Int: [UInt8]] {
    let indices = lines.indices.filter { lines[$0].isBroken }
    let names = RecordNames.numbered(indices.map { [3] + texts[side][lines[$0].content] })
    return Dictionary(uniqueKeysWithValues: zip(indices, names))
  }

  private static func lines(_ text: [UInt8]) -> [Line] {
    let cut = TextLines(text)
    var lines: [Line] = []
    for index in 0..<cut.count {
      let range = cut.range(of: index)
      let content = DocumentLayout.content(text[range]).drop(while: DocumentLayout.isSpace)
      var line = Line(
        content: content.startIndex..<content.endIndex, end: content.endIndex..<range.upperBound, node: nil)
      if !content.isEmpty {
        let mark = index == 0 ? ByteOrderMark.length(in: content) : 0
        line.node = JSONNode(text, in: (content.startIndex + mark)..<content.endIndex)
      }
      lines.append(line)
    }
    return lines
  }

  private mutating func record(_ found: Three<Line?>) {
    if let ours = found.ours, let theirs = found.theirs {
      let isOurs = found.base.map { texts.theirs[theirs.content] == texts.base[$0.content] } ?? false
      let isTheirs = found.base.map { texts.ours[ours.content] == texts.base[$0.content] } ?? false
      if isOurs || texts.ours[ours.content] == texts.theirs[theirs.content] {
        output.bytes += texts.ours[ours.content]
      } else if isTheirs {
        output.bytes += texts.theirs[theirs.content]
      } else {
        value(Three(base: found.base?.node, ours: ours.node, theirs: theirs.node))
      }
      return
    }
    let side: MergeSide = found.ours != nil ? .ours : .theirs
    guard let line = found[side] else { return }
    guard let base = found.base else {
      output.bytes += texts[side][line.content]
      return
    }
    if texts[side][line.content] == texts.base[base.content] { return }
    overlap(base: base.content, ours: found.ours?.content ?? 0..<0, theirs: found.theirs?.content ?? 0..<0)
  }

  private func end(_ found: Three<Line?>, _ side: MergeSide?) -> ArraySlice<UInt8>? {
    guard let line = found[side], TextLines.endsLine(texts[side][line.end]) else { return nil }
    return texts[side][line.end]
  }
}
