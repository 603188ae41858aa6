/// Compares two texts by lines: finds the shortest edit script within a bound on the work.
///
/// Myers' O(ND) in linear space. A stretch that differs in more than `costLimit` lines from both ends is cut at lines
/// that occur exactly once on both sides, in their longest common order; without such lines the stretch counts as
/// replaced. Two different texts of 100,000 lines therefore cost a fraction of a second. A change that fits at several
/// places (a repeated line) is put at the last one.
package enum LineDiff {
  /// The number of lines in which a stretch may differ, from each end, before the search for the shortest script is
  /// given up.
  static let costLimit = 1_000

  /// Returns the changes from the old text to the new one, in order; two changes never touch.
  package static func changes(from old: [UInt8], to new: [UInt8]) -> [LineChange] {
    changes(from: TextLines(old), to: TextLines(new))
  }

  /// Returns the changes from the old text to the new one, in order; two changes never touch.
  package static func changes(from old: TextLines, to new: TextLines) -> [LineChange] {
    var numbering = LineNumbering()
    return changes(from: numbering.number(old), to: numbering.number(new))
  }

  /// Returns the number of removed plus added lines between two texts.
  package static func distance(from old: [UInt8], to new: [UInt8]) -> Int {
    changes(from: old, to: new).reduce(0) { $0 + $1.size }
  }

  /// Returns whether a text is another one with only insertions.
  package static func isInserted(_ text: [UInt8], into old: [UInt8]) -> Bool {
    changes(from: old, to: text).allSatisfy(\.old.isEmpty)
  }

  /// Returns the range in the new text of some lines of the old one, with the lines that replaced some of them.
  ///
  /// Lines that were inserted before or after them are excluded. An empty range between two lines that one change
  /// replaced becomes the whole new range of that change.
  package static func followed(_ lines: Range<Int>, through changes: [LineChange]) -> Range<Int> {
    var lower = lines.lowerBound
    if let before = changes.last(where: { $0.old.upperBound <= lines.lowerBound }) {
      lower += before.new.upperBound - before.old.upperBound
    }
    // `overlaps` is false for every empty range, although a change can contain one.
    if let first = changes.first(where: {
      $0.old.lowerBound < lines.upperBound && lines.lowerBound < $0.old.upperBound
    }) {
      lower = min(lower, first.new.lowerBound)
    }
    var upper = lines.upperBound
    if let last = changes.last(where: { $0.old.lowerBound < lines.upperBound }) {
      upper = last.new.upperBound + max(0, lines.upperBound - last.old.upperBound)
    }
    return lower..<max(lower, upper)
  }

  /// Returns the changes between two texts of numbered lines.
  static func changes(from old: [Int32], to new: [Int32]) -> [LineChange] {
    var search = DiffSearch(old: old, new: new)
    search.compare(0..<old.count, 0..<new.count)
    return settled(runs(search), old: old, new: new)
  }

  /// Returns the marked lines as changes.
  private static func runs(_ search: DiffSearch) -> [LineChange] {
    var changes: [LineChange] = []
    var old = 0
    var new = 0
    while old < search.goes.count || new < search.comes.count {
      let oldStart = old
      let newStart = new
      while old < search.goes.count, search.goes[old] { old += 1 }
      while new < search.comes.count, search.comes[new] { new += 1 }
      if old > oldStart || new > newStart { changes.append(LineChange(old: oldStart..<old, new: newStart..<new)) }
      if old < search.goes.count, new < search.comes.count {
        old += 1
        new += 1
      }
    }
    return changes
  }

  /// Moves each pure insertion or deletion down as far as possible and joins it with the change below if they touch.
  private static func settled(_ changes: [LineChange], old: [Int32], new: [Int32]) -> [LineChange] {
    var result: [LineChange] = []
    for change in changes.reversed() {
      var change = slid(change, before: result.last, old: old, new: new)
      // A joined change may move on: a change must have one place, whichever of the equivalent scripts the search
      // found.
      while let next = result.last, change.old.upperBound == next.old.lowerBound,
        change.new.upperBound == next.new.lowerBound
      {
        result.removeLast()
        let joined = LineChange(
          old: change.old.lowerBound..<next.old.upperBound, new: change.new.lowerBound..<next.new.upperBound)
        change = slid(joined, before: result.last, old: old, new: new)
      }
      result.append(change)
    }
    return result.reversed()
  }

  /// Returns a pure insertion or deletion, moved down as far as its meaning stays the same.
  private static func slid(
    _ change: LineChange, before next: LineChange?, old: [Int32], new: [Int32]
  ) -> LineChange {
    guard change.old.isEmpty || change.new.isEmpty else { return change }
    var change = change
    let oldEnd = next?.old.lowerBound ?? old.count
    let newEnd = next?.new.lowerBound ?? new.count
    while change.old.upperBound < oldEnd, change.new.upperBound < newEnd, repeats(change, old: old, new: new) {
      change.old = (change.old.lowerBound + 1)..<(change.old.upperBound + 1)
      change.new = (change.new.lowerBound + 1)..<(change.new.upperBound + 1)
    }
    return change
  }

  private static func repeats(_ change: LineChange, old: [Int32], new: [Int32]) -> Bool {
    change.new.isEmpty
      ? old[change.old.lowerBound] == old[change.old.upperBound]
      : new[change.new.lowerBound] == new[change.new.upperBound]
  }
}

/// Lines of an old text that lines of a new text replace. One of the two may be empty (insertion, deletion), never
/// both.
package struct LineChange: Hashable, Sendable {
  /// The removed lines, or the place of the insertion.
  package var old: Range<Int>
  /// The added lines, or the place of the deletion.
  package var new: Range<Int>

  package init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  /// The number of removed plus added lines: the measure of the distance between two versions.
  package var size: Int { old.count + new.count }
}
