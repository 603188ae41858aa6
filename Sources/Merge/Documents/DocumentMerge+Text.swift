internal import Documents

extension DocumentMerge.Pass {
  /// Merges texts that have the same encoding.
  func text(_ texts: Three<[UInt8]>, _ judge: MergeJudge) -> MergeOutput {
    switch driver {
    case .union:
      let first = judge.first(0..<texts.ours.count, 0..<texts.theirs.count)
      return MergeOutput(
        bytes: TextMerge.union(base: texts.base, ours: texts.ours, theirs: texts.theirs, first: first))
    case .records(let key):
      return withoutMarks(texts, judge) { texts, judge in records(texts, key: key, judge) }
    case .text, .binary: break
    }
    guard form != .lines else { return lines(texts, form: .lines, judge) }
    if [texts.base, texts.ours, texts.theirs].contains(where: Self.hasMarkers) {
      var output = lines(texts, form: .lines, judge)
      output.note(.markersByLines)
      return output
    }
    // The marks of two front matters are merged with their opening lines.
    if FrontMatterBlock.begins(texts.ours), FrontMatterBlock.begins(texts.theirs) { return document(texts, judge) }
    return withoutMarks(texts, judge, merge: document)
  }

  /// Merges texts without their byte order marks, and begins the result with the mark that it must have.
  private func withoutMarks(
    _ texts: Three<[UInt8]>, _ judge: MergeJudge, merge: (Three<[UInt8]>, MergeJudge) -> MergeOutput
  ) -> MergeOutput {
    guard let new = UnmarkedTexts(texts) else { return merge(texts, judge) }
    let lengths = new.lengths
    var output = MergeOutput(bytes: new.mark)
    output.append(
      merge(new.texts, judge.within(ours: lengths.ours, theirs: lengths.theirs)), base: lengths.base,
      ours: lengths.ours, theirs: lengths.theirs)
    return output
  }

  /// Merges records; texts that are neither JSON nor JSON Lines are merged by lines.
  private func records(_ texts: Three<[UInt8]>, key: String, _ judge: MergeJudge) -> MergeOutput {
    if let merged = RecordMerge.merge(texts, path: path, key: key, judge: judge) { return merged }
    var output = MergeOutput()
    output.note(.recordsByLines)
    output.append(lines(texts, form: .lines, judge), base: 0, ours: 0, theirs: 0)
    return output
  }

  /// Merges front matter by keys and the text below it as its form requires.
  private func document(_ texts: Three<[UInt8]>, _ judge: MergeJudge) -> MergeOutput {
    FrontMatterMerge.split(texts, judge: judge) { texts, judge in body(texts, judge) } ?? unreadable(texts, judge)
  }

  /// Merges texts of which some side's front matter cannot be parsed; it is merged like the body.
  private func unreadable(_ texts: Three<[UInt8]>, _ judge: MergeJudge) -> MergeOutput {
    var output = body(texts, judge)
    output.note(.frontMatterByLines)
    return output
  }

  /// Merges a text without its front matter.
  ///
  /// Text appended after a last line without an end would be part of that line. If the base ends in such a line, all
  /// three texts get a line end for the merge.
  private func body(_ texts: Three<[UInt8]>, _ judge: MergeJudge) -> MergeOutput {
    guard form != .lines, !texts.base.isEmpty, !TextLines.endsLine(texts.base) else {
      return lines(texts, form: form, judge)
    }
    let end = texts.map { TextLines($0).lineEnd }.settled ?? [UInt8(ascii: "\n")]
    let ended = texts.map { $0.isEmpty || TextLines.endsLine($0) ? $0 : $0 + end }
    var output = lines(ended, form: form, judge)
    let lacksEnd = texts.ours.count < ended.ours.count && texts.theirs.count < ended.theirs.count
    if lacksEnd, output.bytes.suffix(end.count).elementsEqual(end) { output.bytes.removeLast(end.count) }
    output.clamp(base: texts.base.count, ours: texts.ours.count, theirs: texts.theirs.count)
    return output
  }

  /// Merges by lines and, if the form has sentences, by sentences inside lines that both sides changed.
  private func lines(_ texts: Three<[UInt8]>, form: DocumentForm, _ judge: MergeJudge) -> MergeOutput {
    var output = MergeOutput()
    if texts.ours == texts.theirs || texts.theirs == texts.base {
      output.bytes = texts.ours
      return output
    }
    if texts.ours == texts.base {
      output.bytes = texts.theirs
      return output
    }
    let merge = LineMerge(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, bridgesBlanks: form != .lines)
    output.bytes.reserveCapacity(max(texts.ours.count, texts.theirs.count) + 1_024)
    var prose: Three<ProseText>?
    for piece in merge.pieces {
      switch piece {
      case .clean(let side, let lines): output.bytes += merge.lines(of: side, lines)
      case .overlap(let base, let ours, let theirs):
        let lines = Three(base: base, ours: ours, theirs: theirs)
        let bytes = Three(
          base: merge.base.range(of: base), ours: merge.ours.range(of: ours), theirs: merge.theirs.range(of: theirs))
        let size = bytes.base.count + bytes.ours.count + bytes.theirs.count
        if form != .lines, size <= ProseMerge.limit {
          let texts =
            prose
            ?? Three(base: merge.base, ours: merge.ours, theirs: merge.theirs).map { ProseText($0, form: form) }
          prose = texts
          output.append(ProseMerge.merge(texts, lines, judge: judge), base: 0, ours: 0, theirs: 0)
          continue
        }
        if form != .lines { output.note(.sentencesByLines) }
        let side = judge.side(bytes.ours, bytes.theirs)
        let start = output.bytes.count
        output.bytes += merge.lines(of: side, lines[side])
        output.overlaps.append(
          .init(base: bytes.base, ours: bytes.ours, theirs: bytes.theirs, kept: start..<output.bytes.count))
      }
    }
    return output
  }

  /// Returns whether a text has the first and the last marker of a conflict.
  static func hasMarkers(_ text: [UInt8]) -> Bool {
    guard starts(line: "<<<<<<< ", in: text) else { return false }
    return starts(line: ">>>>>>> ", in: text)
  }

  private static func starts(line: String, in text: [UInt8]) -> Bool {
    let mark = Array(line.utf8)
    var position = 0
    while position < text.count {
      if text[position] == mark[0], text[position...].starts(with: mark) { return true }
      guard let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) else { return false }
      position = end + 1
    }
    return false
  }
}
