import Merge
import TestSupport
import Testing

struct LineDiffTests {
  @Test(
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a\n"]), ("a\r\nb\rc\n\n", ["a\r\n", "b\r", "c\n", "\n"]), ("\r\n", ["\r\n"]),
      ("\r\r\n", ["\r", "\r\n"]), ("\u{FEFF}a\nb", ["\u{FEFF}a\n", "b"]),
    ] as [(String, [String])])
  func `lines keep their ends`(text: String, lines: [String]) {
    let cut = TextLines(Array(text.utf8))
    #expect((0..<cut.count).map { Array(cut[$0..<($0 + 1)]) } == lines.map { Array($0.utf8) })
  }

  @Test(
    arguments: [
      ("abc", "abc", []),
      ("", "a", [(0..<0, 0..<1)]),
      ("a", "", [(0..<1, 0..<0)]),
      ("abcd", "axcd", [(1..<2, 1..<2)]),
      ("abc", "abxc", [(2..<2, 2..<3)]),
      ("abbc", "abc", [(2..<3, 2..<2)]),
      ("abc", "abbc", [(2..<2, 2..<3)]),
    ] as [(String, String, [(Range<Int>, Range<Int>)])])
  func `changes are the shortest and stand at the last place they can`(
    old: String, new: String, changes: [(Range<Int>, Range<Int>)]
  ) {
    #expect(LineDiff.changes(from: letters(old), to: letters(new)) == changes.map { LineChange(old: $0.0, new: $0.1) })
  }

  @Test(arguments: 0..<500)
  func `applying the changes gives the new text, and no shorter script exists`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = Self.text(&random)
    let new = Self.text(&random)
    let changes = LineDiff.changes(from: letters(old), to: letters(new))
    #expect(apply(changes, old: letters(old), new: letters(new)) == letters(new), "seed \(seed)")
    let size = changes.reduce(0) { $0 + $1.size }
    #expect(size == Self.editDistance(Array(old.utf8), Array(new.utf8)), "seed \(seed)")
    for (first, second) in zip(changes, changes.dropFirst()) {
      #expect(first.old.upperBound < second.old.lowerBound, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<500)
  func `no insertion and no deletion could stand further down`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = Self.text(&random)
    let new = Self.text(&random)
    let changes = LineDiff.changes(from: letters(old), to: letters(new))
    let (before, after) = (Array(old.utf8), Array(new.utf8))
    for (index, change) in changes.enumerated() where change.old.isEmpty || change.new.isEmpty {
      let next = index + 1 < changes.count ? changes[index + 1] : nil
      guard change.old.upperBound < next?.old.lowerBound ?? before.count,
        change.new.upperBound < next?.new.lowerBound ?? after.count
      else { continue }
      let repeats =
        change.new.isEmpty
        ? before[change.old.lowerBound] == before[change.old.upperBound]
        : after[change.new.lowerBound] == after[change.new.upperBound]
      #expect(!repeats, "seed \(seed): \(old) to \(new)")
    }
  }

  @Test(arguments: 0..<2_000)
  func `lines followed through changes are lines of the new text, with all that stayed`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = Self.text(&random)
    let new = Self.text(&random)
    let changes = LineDiff.changes(from: letters(old), to: letters(new))
    let lower = Int.random(in: 0...old.utf8.count, using: &random)
    let upper = Bool.random(using: &random) ? lower : Int.random(in: lower...old.utf8.count, using: &random)
    let found = LineDiff.followed(lower..<upper, through: changes)
    let context: Comment = "seed \(seed): \(lower..<upper) of \(old) to \(new) is \(found)"
    #expect(found.lowerBound >= 0 && found.upperBound <= new.utf8.count, context)
    for line in lower..<upper where !changes.contains(where: { $0.old.contains(line) }) {
      let before = changes.last { $0.old.upperBound <= line }
      #expect(found.contains(line + (before.map { $0.new.upperBound - $0.old.upperBound } ?? 0)), context)
    }
    for change in changes where change.old.lowerBound < lower && upper < change.old.upperBound {
      #expect(found == change.new, context)
    }
  }

  @Test func `texts that differ everywhere do not explode`() {
    let old = (0..<100_000).map { "old \($0)\n" }.joined()
    let new = (0..<100_000).map { "new \($0)\n" }.joined()
    #expect(LineDiff.distance(from: Array(old.utf8), to: Array(new.utf8)) == 200_000)
  }

  @Test func `a long text with many changes is cut at its single lines`() {
    let old = (0..<50_000).map { "line \($0)\n" }.joined()
    let new = (0..<50_000).map { $0 % 10 == 0 ? "other \($0)\n" : "line \($0)\n" }.joined()
    #expect(LineDiff.distance(from: Array(old.utf8), to: Array(new.utf8)) == 10_000)
  }

  private func letters(_ text: String) -> [UInt8] { text.utf8.flatMap { [$0, UInt8(ascii: "\n")] } }

  private func apply(_ changes: [LineChange], old: [UInt8], new: [UInt8]) -> [UInt8] {
    let (oldLines, newLines) = (TextLines(old), TextLines(new))
    var result: [UInt8] = []
    var position = 0
    for change in changes {
      result += oldLines[position..<change.old.lowerBound]
      result += newLines[change.new]
      position = change.old.upperBound
    }
    return result + oldLines[position..<oldLines.count]
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let alphabet = Array("abcdef".prefix(Int.random(in: 2...6, using: &random)))
    return String(
      (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
  }

  private static func editDistance(_ old: [UInt8], _ new: [UInt8]) -> Int {
    var row = Array(0...new.count)
    for (i, a) in old.enumerated() {
      var previous = row[0]
      row[0] = i + 1
      for (j, b) in new.enumerated() {
        let best = a == b ? previous : min(row[j], row[j + 1]) + 1
        previous = row[j + 1]
        row[j + 1] = best
      }
    }
    return row[new.count]
  }
}
