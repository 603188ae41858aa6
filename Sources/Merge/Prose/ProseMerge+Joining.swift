extension ProseMerge {
  /// Returns whether two adjacent changes overlap.
  func joins(_ first: LineChange, _ second: LineChange, _ side: MergeSide) -> Bool {
    if first.old.isEmpty, second.old.isEmpty { return true }
    // A unit that is replaced by more units counts as an insertion at its edge too.
    if first.old.isEmpty, second.new.count > second.old.count { return true }
    if second.old.isEmpty, first.new.count > first.old.count { return true }
    if first.old.isEmpty || second.old.isEmpty {
      let (insertion, change) = first.old.isEmpty ? (first, second) : (second, first)
      let writer = first.old.isEmpty ? side.opposite : side
      if isWithinParagraph(tokens[writer][insertion.new]), takesParagraph(change) { return true }
      // Both sides insert the same unit, one of them in a replacement: as two changes they would repeat it.
      if putInAlike(insertion.new, writer, change.new) || isTakenUp(insertion.new, writer, by: change) { return true }
      if second.old.isEmpty, isOfSection(insertion.new, writer, goneWith: change) { return true }
    }
    return isStrict(first, side.opposite) && isStrict(second, side)
  }

  /// Returns whether two changes overlap although blank lines separate them: both insert an equal unit, which would
  /// else be repeated.
  func bridges(_ first: LineChange, _ second: LineChange, _ side: MergeSide) -> Bool {
    let gap = tokens.base[first.old.upperBound..<second.old.lowerBound]
    return gap.count <= LineMerge.widestBridge && gap.allSatisfy(\.core.isEmpty)
      && putInAlike(second.new, side, first.new)
  }

  /// Returns whether an inserted unit is part of the words that the other side added to its neighbour.
  private func isTakenUp(_ inserted: Range<Int>, _ side: MergeSide, by change: LineChange) -> Bool {
    guard !change.new.isEmpty else { return false }
    let old = texts.base.bytes(tokens.base, change.old, in: lines.base)
    let new = texts[side.opposite].bytes(tokens[side.opposite], change.new, in: lines[side.opposite])
    return tokens[side][inserted].contains { token in
      Wording.isAdded(
        texts[side].lines.bytes[token.core], from: texts.base.lines.bytes[old],
        to: texts[side.opposite].lines.bytes[new])
    }
  }

  /// Returns whether an insertion belongs to a section that the other side deleted with its heading.
  private func isOfSection(_ inserted: Range<Int>, _ side: MergeSide, goneWith change: LineChange) -> Bool {
    guard let first = tokens[side][inserted].first(where: { !$0.core.isEmpty }), !first.isHeading else { return false }
    return tokens.base[change.old].contains(where: \.isHeading)
      && !tokens[side.opposite][change.new].contains(where: \.isHeading)
  }

  /// Returns whether a new token with text on one side equals one on the other side.
  private func putInAlike(_ inserted: Range<Int>, _ side: MergeSide, _ others: Range<Int>) -> Bool {
    let known = Set(others.filter { !tokens[side.opposite][$0].core.isEmpty }.map { numbers[side.opposite][$0] })
    return inserted.contains { known.contains(numbers[side][$0]) }
  }

  /// Returns whether tokens were inserted into an existing paragraph.
  private func isWithinParagraph(_ inserted: ArraySlice<ProseToken>) -> Bool {
    guard let first = inserted.first, let last = inserted.last else { return false }
    return first.isSentence && last.isSentence && !(first.startsBlock && last.endsBlock)
  }

  /// Returns whether a change removes a whole paragraph; the rewording of one sentence does not count.
  private func takesParagraph(_ change: LineChange) -> Bool {
    if change.old.count == 1, change.new.count == 1 { return false }
    let old = tokens.base[change.old]
    return old.contains { $0.isSentence && $0.startsBlock } && old.contains { $0.isSentence && $0.endsBlock }
  }

  private func isStrict(_ change: LineChange, _ side: MergeSide) -> Bool {
    tokens.base[change.old].contains(where: \.isStrict) || tokens[side][change.new].contains(where: \.isStrict)
  }
}

/// Compares short texts by their words.
enum Wording {
  /// Words that many addresses share, which therefore do not count.
  private static let common: Set<String> = [
    "com", "github", "html", "http", "https", "io", "net", "org", "pdf", "www",
  ]

  /// Returns whether at least three quarters of a text's words are among those that the change from `old` to `new`
  /// adds.
  static func isAdded(_ text: ArraySlice<UInt8>, from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) -> Bool {
    let (words, gone, come) = (words(text), words(old), words(new))
    let total = words.values.reduce(0, +)
    let shared = words.reduce(0) { $0 + min($1.value, max(0, (come[$1.key] ?? 0) - (gone[$1.key] ?? 0))) }
    return total > 0 && shared * 4 >= total * 3
  }

  /// Returns the words of a text with their counts, ignoring case.
  private static func words(_ text: ArraySlice<UInt8>) -> [String: Int] {
    let parts = text.prefix(4_096).split { byte in
      let folded = byte | 0x20
      return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(folded) && byte < 0x80
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    var counts: [String: Int] = [:]
    for part in parts { counts[String(decoding: part, as: UTF8.self).lowercased(), default: 0] += 1 }
    return counts.filter { !common.contains($0.key) }
  }
}
