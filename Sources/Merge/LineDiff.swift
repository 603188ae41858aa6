/// Which lines of one text became which of another: the shortest script, within a bound on the work.
///
/// Myers' O(ND) in linear space. A stretch that differs in more than `costLimit` lines from both ends is cut at lines
/// that stand exactly once on both sides, in the longest order they share; where there are none it counts as replaced.
/// So two different texts of 100,000 lines cost a fraction of a second. Where a change could stand at several places
/// (a repeated line), it stands at the last one.
package enum LineDiff {
  /// How many lines a stretch may differ in, from each end, before the search for the shortest script is given up.
  static let costLimit = 1_000

  /// The changes that make the new text of the old one, in order, never touching each other.
  package static func changes(from old: [UInt8], to new: [UInt8]) -> [LineChange] {
    changes(from: TextLines(old), to: TextLines(new))
  }

  /// The changes that make the new text of the old one, in order, never touching each other.
  package static func changes(from old: TextLines, to new: TextLines) -> [LineChange] {
    var numbering = LineNumbering()
    return changes(from: numbering.number(old), to: numbering.number(new))
  }

  /// How many lines go and come between two texts.
  package static func distance(from old: [UInt8], to new: [UInt8]) -> Int {
    changes(from: old, to: new).reduce(0) { $0 + $1.size }
  }

  /// Returns whether a text is another with nothing but lines put in.
  package static func isInserted(_ text: [UInt8], into old: [UInt8]) -> Bool {
    changes(from: old, to: text).allSatisfy(\.old.isEmpty)
  }

  /// Returns where lines of the old text are in the new one, with the lines that replaced some of them.
  ///
  /// Lines that were inserted before or behind them are not counted in. A place between two lines that one change
  /// replaced is where all of that change is.
  package static func followed(_ lines: Range<Int>, through changes: [LineChange]) -> Range<Int> {
    var lower = lines.lowerBound
    if let before = changes.last(where: { $0.old.upperBound <= lines.lowerBound }) {
      lower += before.new.upperBound - before.old.upperBound
    }
    // `overlaps` is never true of an empty range, which a change can contain all the same.
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

  /// The changes between two texts of numbered lines.
  static func changes(from old: [Int32], to new: [Int32]) -> [LineChange] {
    var search = DiffSearch(old: old, new: new)
    search.compare(0..<old.count, 0..<new.count)
    return settled(runs(search), old: old, new: new)
  }

  /// Marked lines as changes.
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

  /// Moves each pure insertion or deletion down as far as it can stand, joining it to a change that it meets.
  private static func settled(_ changes: [LineChange], old: [Int32], new: [Int32]) -> [LineChange] {
    var result: [LineChange] = []
    for change in changes.reversed() {
      var change = slid(change, before: result.last, old: old, new: new)
      // What has met the next one may slide on together with it: one change must stand in one place, whichever of the
      // scripts for it the search came upon.
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

  /// A pure insertion or deletion, moved as far down as it says the same.
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
