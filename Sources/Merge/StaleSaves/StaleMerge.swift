internal import Documents

/// Merges two texts made from one base of which one was written first: a save, and the changes that it had not seen.
///
/// Unlike `TextMerge` this merge has an order: two insertions at one place are both kept, the earlier first. In other
/// overlaps the later text is kept.
package struct StaleMerge: Hashable, Sendable {
  /// The merged text.
  package let text: [UInt8]
  /// The number of places where only the later text could be kept.
  package let overlaps: Int

  /// Merges a text into a later one.
  ///
  /// - Parameters:
  ///   - path: the document's path; its name determines the kind of text.
  ///   - driver: the merge driver from the workspace's `.gitattributes`.
  package init(base: [UInt8], earlier: [UInt8], later: [UInt8], path: String, driver: MergeDriver) {
    let texts = Three(base: base, ours: earlier, theirs: later)
    let new = Self.unmarked(texts, path, driver)
    let joined = Self.joined(new?.texts ?? texts, path, driver)
    let merged = DocumentMerge.merge(
      base: joined.base, ours: joined.ours, theirs: joined.theirs, path: path, driver: driver,
      judge: MergeJudge(.theirs, first: .ours)
    ).text
    text = (new?.mark ?? []) + merged.bytes
    if case .overlapping(_, let regions) = merged { overlaps = max(1, regions.count) } else { overlaps = 0 }
  }

  /// Returns whether a text is another one with text appended after its last line.
  package static func isAppended(_ text: [UInt8], to base: [UInt8]) -> Bool {
    guard text.count > base.count, text.starts(with: base) else { return false }
    return base.isEmpty || TextLines.endsLine(base) || TextLines.endsLine(text[base.count...].prefix(1))
  }

  /// Returns the texts to merge, with the insertions of both that are kept; `ours` is the earlier one.
  static func joined(_ texts: Three<[UInt8]>, _ path: String, _ driver: MergeDriver) -> Three<[UInt8]> {
    keepsInsertions(texts, path, driver) ? OrderedInsertions.moved(texts) : texts
  }

  /// Returns the texts without their byte order marks, if the insertions of both are kept; else nil.
  private static func unmarked(_ texts: Three<[UInt8]>, _ path: String, _ driver: MergeDriver) -> UnmarkedTexts? {
    guard keepsInsertions(texts, path, driver) else { return nil }
    // The marks of two front matters are merged with their opening lines, but a union has only lines.
    if driver != .union, FrontMatterBlock.begins(texts.ours), FrontMatterBlock.begins(texts.theirs) { return nil }
    return UnmarkedTexts(texts)
  }

  /// Returns whether lines of both texts can follow each other: not in records, nor in formats with brackets around
  /// everything.
  private static func keepsInsertions(_ texts: Three<[UInt8]>, _ path: String, _ driver: MergeDriver) -> Bool {
    switch driver {
    case .text, .union: break
    case .records, .binary: return false
    }
    guard
      [texts.base, texts.ours, texts.theirs].allSatisfy({ $0.count <= DocumentMerge.limit && TextMerge.isText($0) })
    else { return false }
    let name = path.lowercased()
    return driver == .union || !nested.contains { name.hasSuffix($0) }
  }

  private static let nested = [
    ".json", ".jsonc", ".json5", ".geojson", ".ipynb", ".xml", ".svg", ".html", ".htm", ".xhtml", ".plist", ".toml",
    ".yaml", ".yml",
  ]
}

/// Adds each insertion that touches a change of the other text to the base and the other text too, so that a merge
/// keeps both.
///
/// `ours` is the earlier text: if both insert at one place, its lines are placed first.
enum OrderedInsertions {
  /// Returns the texts whose merge keeps both sides' insertions.
  static func moved(_ texts: Three<[UInt8]>) -> Three<[UInt8]> {
    // Front matter keys are merged by name, not by line.
    let blocks = texts.map { FrontMatterBlock($0) }
    for side in [nil, MergeSide.ours, .theirs] where blocks[side] == nil && FrontMatterBlock.begins(texts[side]) {
      return texts
    }
    let heads = blocks.map { $0?.closing.upperBound ?? 0 }
    let bodies = Three(
      base: Array(texts.base[heads.base...]), ours: Array(texts.ours[heads.ours...]),
      theirs: Array(texts.theirs[heads.theirs...]))
    let ended = bodies.map(TextLines.ended)
    let mustEnd =
      !bodies.base.isEmpty && bodies.base != ended.base && (bodies.ours == ended.ours || bodies.theirs == ended.theirs)
    var result = Lines(ended).moved()
    if !mustEnd, ended.base != bodies.base || ended.ours != bodies.ours || ended.theirs != bodies.theirs,
      !result.isAtEnd
    {
      result = Lines(bodies).moved()
    }
    return Three(
      base: texts.base[..<heads.base] + result.texts.base, ours: texts.ours[..<heads.ours] + result.texts.ours,
      theirs: texts.theirs[..<heads.theirs] + result.texts.theirs)
  }

  /// Three texts with the changes of both sides.
  private struct Lines {
    let texts: Three<TextLines>
    let numbers: Three<[Int32]>
    let ours: [LineChange]
    let theirs: [LineChange]

    init(_ bytes: Three<[UInt8]>) {
      texts = bytes.map { TextLines($0) }
      var numbering = LineNumbering()
      numbers = Three(
        base: numbering.number(texts.base), ours: numbering.number(texts.ours), theirs: numbering.number(texts.theirs))
      ours = LineDiff.changes(from: numbers.base, to: numbers.ours)
      theirs = LineDiff.changes(from: numbers.base, to: numbers.theirs)
    }

    /// Returns the texts with the added insertions, and whether one of them is at the end of the base.
    func moved() -> (texts: Three<[UInt8]>, isAtEnd: Bool) {
      var added = Three<[Int: [UInt8]]>(base: [:], ours: [:], theirs: [:])
      for our in ours where our.old.isEmpty {
        for their in Self.meeting(our.old.lowerBound, in: theirs) {
          let lines = texts.ours[our.new]
          added.base[our.old.lowerBound, default: []] += lines
          if their.old.isEmpty {
            // Lines that both insertions begin with stay once, in the later text.
            let shared = shared(our.new, their.new)
            added.theirs[their.new.lowerBound + shared, default: []] +=
              texts.ours[(our.new.lowerBound + shared)..<our.new.upperBound]
          } else {
            added.theirs[Self.place(our.old.lowerBound, beside: their), default: []] += lines
          }
        }
      }
      for their in theirs where their.old.isEmpty {
        for our in Self.meeting(their.old.lowerBound, in: ours) where !our.old.isEmpty {
          let lines = texts.theirs[their.new]
          added.base[their.old.lowerBound, default: []] += lines
          added.ours[Self.place(their.old.lowerBound, beside: our), default: []] += lines
        }
      }
      let texts = Three(
        base: Self.joined(texts.base, added.base), ours: Self.joined(texts.ours, added.ours),
        theirs: Self.joined(texts.theirs, added.theirs))
      return (texts, added.base[self.texts.base.count] != nil)
    }

    /// Returns the change, at most one, that begins or ends at a line of the base.
    private static func meeting(_ line: Int, in changes: [LineChange]) -> ArraySlice<LineChange> {
      var (low, high) = (0, changes.count)
      while low < high {
        let middle = (low + high) / 2
        if changes[middle].old.upperBound < line { low = middle + 1 } else { high = middle }
      }
      guard low < changes.count, changes[low].old.upperBound == line || changes[low].old.lowerBound == line else {
        return []
      }
      return changes[low...low]
    }

    /// Returns the line of a changed text for a line of the base at the change's beginning or end.
    private static func place(_ line: Int, beside change: LineChange) -> Int {
      line == change.old.upperBound ? change.new.upperBound : change.new.lowerBound
    }

    /// Returns the number of equal lines that two insertions begin with; 0 if these are only blank. Blank lines at
    /// their end are excluded if both insertions go on, since they separate the rest from the shared lines.
    private func shared(_ our: Range<Int>, _ their: Range<Int>) -> Int {
      var count = zip(our, their).prefix { numbers.ours[$0] == numbers.theirs[$1] }.count
      if count < our.count, count < their.count {
        while count > 0, texts.ours.isBlank(our.lowerBound + count - 1) { count -= 1 }
      }
      return our.prefix(count).allSatisfy(texts.ours.isBlank) ? 0 : count
    }

    /// Returns a text with lines inserted before some of its own.
    private static func joined(_ text: TextLines, _ added: [Int: [UInt8]]) -> [UInt8] {
      guard !added.isEmpty else { return text.bytes }
      var bytes: [UInt8] = []
      var position = 0
      for (line, lines) in added.sorted(by: { $0.key < $1.key }) {
        bytes += text[position..<line] + lines
        position = line
      }
      return bytes + text[position..<text.count]
    }
  }
}
