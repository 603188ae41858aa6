/// Merges of one file's content, bytes in, bytes out.
package enum TextMerge {
  /// Merges two versions of a base; in overlaps `prefer`'s text is kept.
  ///
  /// Content that is not text, and git-lfs pointers, are never mixed: one whole version is kept.
  ///
  /// - Parameters:
  ///   - first: the side that wrote first; its insertion is placed first if both sides insert at one place. nil orders
  ///     them by bytes, which does not depend on which side is which.
  ///   - path: the file's path, which determines its kind (`DocumentMerge`); empty for lines.
  ///   - driver: the merge driver from `.gitattributes`.
  package static func merge(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], prefer: MergeSide, first: MergeSide? = nil, path: String = "",
    driver: MergeDriver = .text
  ) -> MergedText {
    DocumentMerge.merge(
      base: base, ours: ours, theirs: theirs, path: path, driver: driver, judge: MergeJudge(prefer, first: first)
    ).text
  }

  /// Merges two versions of a file whose lines have no order among themselves (`merge=union`, append-only logs).
  ///
  /// In a place that both sides changed, the lines of both are kept, common ones once. A byte order mark is part of no
  /// line (`UnmarkedTexts`).
  ///
  /// - Parameter first: the side whose lines are placed first; nil orders them by bytes.
  package static func union(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], first: MergeSide? = nil
  ) -> [UInt8] {
    if let single = single(base: base, ours: ours, theirs: theirs) { return single }
    if let new = UnmarkedTexts(Three(base: base, ours: ours, theirs: theirs)) {
      return new.mark + union(base: new.texts.base, ours: new.texts.ours, theirs: new.texts.theirs, first: first)
    }
    // Adjacent changes are no reason to restore a line that one side replaced or deleted.
    let merge = LineMerge(base: base, ours: ours, theirs: theirs) { first, second, _ in
      first.old.isEmpty && second.old.isEmpty
    }
    var kept: [UInt8] = []
    for piece in merge.pieces {
      switch piece {
      case .clean(let side, let lines): append(merge.lines(of: side, lines), to: &kept)
      case .overlap(_, let ours, let theirs):
        for part in merge.union(ours, theirs, first: first) { append(part, to: &kept) }
      }
    }
    return kept
  }

  /// Reverts one change in a later text: the difference from `before` to `after`, and nothing else.
  ///
  /// Later edits that overlap the change are kept and listed as regions (there, `theirs` is the text of `before`).
  package static func reverse(
    changeFrom before: [UInt8], to after: [UInt8], in current: [UInt8], path: String = "",
    driver: MergeDriver = .text
  ) -> MergedText {
    merge(base: after, ours: current, theirs: before, prefer: .ours, path: path, driver: driver)
  }

  /// Returns whether content may be merged by lines: it has no zero byte at its beginning (as git judges) and is no
  /// git-lfs pointer.
  package static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.prefix(8_000).contains(0) && !bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8)
  }

  /// Returns whether a merge mixes contents of this kind: text, also in UTF-16.
  package static func isMergeable(_ bytes: [UInt8]) -> Bool { isText(bytes) || TextEncoding.order(bytes) != nil }

  /// Returns the result if at most one side changed anything, or both made the same change; else nil.
  private static func single(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
  }

  /// Appends lines; a last line without an end gets one first, of the kind that the text has.
  private static func append(_ lines: ArraySlice<UInt8>, to text: inout [UInt8]) {
    if !lines.isEmpty, let last = text.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") {
      let first = text.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      if let first, text[first] == UInt8(ascii: "\r") { text.append(UInt8(ascii: "\r")) }
      if first.map({ text[$0] == UInt8(ascii: "\n") || text[$0 + 1] == UInt8(ascii: "\n") }) ?? true {
        text.append(UInt8(ascii: "\n"))
      }
    }
    text += lines
  }
}
