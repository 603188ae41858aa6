import Merge
import TestSupport
import Testing

struct TextMergeTests {
  private struct Case: CustomTestStringConvertible {
    var rule: String
    var base: String
    var ours: String
    var theirs: String
    /// The clean result, or nil where the sides overlap.
    var merged: String?
    var testDescription: String { rule }
  }

  private static let cases: [Case] = [
    Case(rule: "nothing changed", base: "a\n", ours: "a\n", theirs: "a\n", merged: "a\n"),
    Case(rule: "one side changed", base: "a\n", ours: "b\n", theirs: "a\n", merged: "b\n"),
    Case(rule: "both the same", base: "a\nb\n", ours: "a\nc\n", theirs: "a\nc\n", merged: "a\nc\n"),
    Case(rule: "apart", base: "a\nb\nc\n", ours: "A\nb\nc\n", theirs: "a\nb\nC\n", merged: "A\nb\nC\n"),
    Case(rule: "same line", base: "a\nb\nc\n", ours: "a\nx\nc\n", theirs: "a\ny\nc\n", merged: nil),
    Case(rule: "neighbouring lines", base: "a\nb\nc\nd\n", ours: "a\nB\nc\nd\n", theirs: "a\nb\nC\nd\n", merged: nil),
    Case(rule: "edit beside insertion", base: "a\nb\nc\n", ours: "a\nB\nc\n", theirs: "a\nb\nx\nc\n", merged: nil),
    Case(rule: "both append", base: "a\n", ours: "a\nx\n", theirs: "a\ny\n", merged: nil),
    Case(rule: "head and tail", base: "a\n", ours: "x\na\n", theirs: "a\ny\n", merged: "x\na\ny\n"),
    Case(rule: "delete and edit", base: "a\nb\nc\n", ours: "a\nc\n", theirs: "a\nB\nc\n", merged: nil),
    Case(rule: "delete apart", base: "a\nb\nc\nd\n", ours: "b\nc\nd\n", theirs: "a\nb\nc\n", merged: "b\nc\n"),
    Case(rule: "same and apart", base: "a\nb\nc\n", ours: "x\nb\nc\n", theirs: "x\nb\ny\n", merged: "x\nb\ny\n"),
    Case(
      rule: "all line ends against one line", base: "a\nb\n", ours: "a\r\nb\r\n", theirs: "a\nB\n",
      merged: "a\r\nB\r\n"),
    Case(rule: "CRLF kept", base: "a\r\nb\r\nc", ours: "A\r\nb\r\nc", theirs: "a\r\nb\r\nC", merged: "A\r\nb\r\nC"),
    Case(rule: "CR kept", base: "a\rb\rc", ours: "A\rb\rc", theirs: "a\rb\rC", merged: "A\rb\rC"),
    Case(
      rule: "BOM kept", base: "\u{FEFF}a\nb\nc\n", ours: "\u{FEFF}a\nb\nC\n", theirs: "\u{FEFF}A\nb\nc\n",
      merged: "\u{FEFF}A\nb\nC\n"),
    Case(rule: "last line end against append", base: "a\nb", ours: "a\nb\n", theirs: "a\nb\nc", merged: nil),
    Case(rule: "no base", base: "", ours: "a\n", theirs: "b\n", merged: nil),
    Case(rule: "emptied against edit", base: "a\nb\nc\n", ours: "", theirs: "a\nB\nc\n", merged: nil),
    Case(rule: "not text", base: "\u{0}a\nb\nc\n", ours: "\u{0}A\nb\nc\n", theirs: "\u{0}a\nb\nC\n", merged: nil),
  ]

  @Test(arguments: cases)
  private func `two versions merge by lines`(_ item: Case) {
    let (base, ours, theirs) = (Array(item.base.utf8), Array(item.ours.utf8), Array(item.theirs.utf8))
    for (first, second) in [(ours, theirs), (theirs, ours)] {
      let result = TextMerge.merge(base: base, ours: first, theirs: second, prefer: .ours)
      if let merged = item.merged {
        #expect(result == .clean(Array(merged.utf8)))
      } else {
        #expect(!result.isClean)
      }
    }
  }

  @Test func `an overlap keeps the preferred text there and both sides' changes elsewhere`() {
    let result = TextMerge.merge(
      base: Array("1\n2\n3\n4\n5\n".utf8), ours: Array("one\n2\nours\n4\n5\n".utf8),
      theirs: Array("1\n2\ntheirs\nmore\n4\nfive\n".utf8), prefer: .theirs)
    #expect(
      result
        == .overlapping(
          kept: Array("one\n2\ntheirs\nmore\n4\nfive\n".utf8),
          regions: [ConflictRegion(base: 2..<3, ours: 2..<3, theirs: 2..<4, kept: 2..<4)]))
  }

  @Test(
    arguments: [
      ("a\n", "a\nx\n", "a\ny\n", "a\nx\ny\n"),
      ("", "x\n", "x\ny\n", "x\ny\n"),
      ("a\n", "a\nx", "a\ny", "a\nx\ny"),
      ("a\r\n", "a\r\nx", "a\r\ny", "a\r\nx\r\ny"),
      ("", "x", "y", "x\ny"),
      ("a\n", "a\nsame\nx\n", "a\nsame\ny\n", "a\nsame\nx\ny\n"),
      ("a\n", "a\nx\nsame\n", "same\na\ny\n", "same\na\nx\nsame\ny\n"),
      ("a\nb\n", "a\nB\n", "a\nb\nc\n", "a\nB\nc\n"),
      ("a\nb\n", "a\n", "a\nb\nc\n", "a\nc\n"),
      ("a\n", "a\nx\nx\n", "a\nx\n", "a\nx\nx\n"),
      ("", "\u{FEFF}x\n", "\u{FEFF}y\n", "\u{FEFF}x\ny\n"),
      ("", "x\n", "\u{FEFF}x\ny\n", "\u{FEFF}x\ny\n"),
      ("\u{FEFF}a\n", "\u{FEFF}x\na\n", "\u{FEFF}y\na\n", "\u{FEFF}x\ny\na\n"),
      ("\u{FEFF}a\n", "x\na\n", "\u{FEFF}y\na\n", "x\ny\na\n"),
    ])
  func `a union keeps the lines of both in one order`(base: String, ours: String, theirs: String, merged: String) {
    for (first, second) in [(ours, theirs), (theirs, ours)] {
      let result = TextMerge.union(base: Array(base.utf8), ours: Array(first.utf8), theirs: Array(second.utf8))
      #expect(String(decoding: result, as: UTF8.self) == merged)
    }
  }

  @Test func `a change is taken back and later edits stay`() {
    let before = Array("a\nb\nc\nd\ne\n".utf8)
    let after = Array("a\nagent\nc\nd\ne\nagent too\n".utf8)
    let current = Array("a\nagent\nc\nperson\ne\nagent too\n".utf8)
    #expect(
      TextMerge.reverse(changeFrom: before, to: after, in: current) == .clean(Array("a\nb\nc\nperson\ne\n".utf8)))
    let edited = Array("a\nagent, corrected\nc\nd\ne\nagent too\n".utf8)
    let result = TextMerge.reverse(changeFrom: before, to: after, in: edited)
    #expect(result.bytes == Array("a\nagent, corrected\nc\nd\ne\n".utf8))
    #expect(!result.isClean)
  }

  @Test(arguments: 0..<1000)
  func `a merge does not depend on which side is which`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let base = Self.text(&random)
    let ours = Self.perturbed(base, &random)
    let theirs = Self.perturbed(base, &random)
    let one = TextMerge.merge(base: base, ours: ours, theirs: theirs, prefer: .ours)
    let two = TextMerge.merge(base: base, ours: theirs, theirs: ours, prefer: .theirs)
    #expect(one.bytes == two.bytes, "seed \(seed)")
    #expect(one.isClean == two.isClean, "seed \(seed)")
    #expect(
      TextMerge.union(base: base, ours: ours, theirs: theirs)
        == TextMerge.union(base: base, ours: theirs, theirs: ours),
      "seed \(seed)")
    #expect(TextMerge.merge(base: base, ours: ours, theirs: ours, prefer: .theirs) == .clean(ours), "seed \(seed)")
  }

  static func text(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...20, using: &random)).flatMap { _ in line(&random) }
  }

  static func perturbed(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let lines = TextLines(text)
    var result: [UInt8] = []
    for index in 0..<lines.count {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: break
      case 1: result += line(&random)
      case 2: result += lines[index..<(index + 1)] + line(&random)
      default: result += lines[index..<(index + 1)]
      }
    }
    if Int.random(in: 0..<6, using: &random) == 0 { result += line(&random).dropLast() }
    return result
  }

  private static func line(_ random: inout SeededGenerator) -> [UInt8] {
    let ends = ["\n", "\n", "\n", "\r\n", "\r"]
    return Array("\(Int.random(in: 0..<40, using: &random))\(ends.randomElement(using: &random) ?? "\n")".utf8)
  }
}
