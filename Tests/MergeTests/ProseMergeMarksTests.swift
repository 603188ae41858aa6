import Merge
import Testing

/// Both sides changed what has no meaning of its own: line ends, where lines are broken, kinds of quotes.
struct ProseMergeMarksTests {
  private static let cases: [DocumentMergeCase] = [
    DocumentMergeCase(
      rule: "both break an item's lines anew, in different places", base: "- a b\nc d\n", ours: "- a\nb c d\n",
      theirs: "- a b c\nd\n", merged: "- a\nb c\nd\n"),
    DocumentMergeCase(
      rule: "both break an item's lines anew, in one place", base: "- a b c\n", ours: "- a\nb c\n",
      theirs: "- a\n  b c\n", merged: "- a\n  b c\n"),
    DocumentMergeCase(
      rule: "each changes one kind of marks", base: "It's \"here\" now.\n", ours: "It’s \"here\" now.\n",
      theirs: "It's “here” now.\n", merged: "It’s “here” now.\n"),
    DocumentMergeCase(
      rule: "the quotes of two languages are not mixed", base: "It's \"here\" now.\n", ours: "It's “here” now.\n",
      theirs: "It's „here“ now.\n", merged: "It's “here” now.\n"),
    DocumentMergeCase(
      rule: "both give all lines another end, one breaks an item's anew", base: "- a b\nc\n", ours: "- a\r\nb c\r\n",
      theirs: "- a b\r\nc\r\n", merged: "- a\r\nb c\r\n"),
    DocumentMergeCase(
      rule: "both give all lines another end, and each changes a word", base: "a\nb\nc\n", ours: "x\r\nb\r\nc\r\n",
      theirs: "a\r\nb\r\ny\r\n", merged: "x\r\nb\r\ny\r\n", path: "a.py"),
    DocumentMergeCase(
      rule: "the sides give all lines different ends", base: "a\nb\n", ours: "a\r\nb\r\n", theirs: "a\rb\r",
      path: "a.py"),
  ]

  @Test(arguments: cases)
  private func `marks without a meaning are taken from both sides`(_ item: DocumentMergeCase) { item.check() }

  @Test func `the judge is asked for the bytes that stand there where both sides changed the line ends`() {
    var asked: [Range<Int>] = []
    let result = DocumentMerge.merge(
      base: Array("One is here.\n\nTwo is here.\n".utf8), ours: Array("One is here.\r\n\r\nTwo was here.\r\n".utf8),
      theirs: Array("One is here.\r\n\r\nTwo is there.\r\n".utf8), path: "a.md", driver: .text,
      judge: MergeJudge { our, their in
        asked += [our, their]
        return .ours
      })
    #expect(asked == [16..<31, 16..<31])
    #expect(String(decoding: result.text.bytes, as: UTF8.self) == "One is here.\r\n\r\nTwo was here.\r\n")
    guard case .overlapping(_, let regions) = result.text else {
      Issue.record("no overlap")
      return
    }
    #expect(regions == [ConflictRegion(base: 2..<3, ours: 2..<3, theirs: 2..<3, kept: 2..<3)])
  }

  @Test func `the judge is asked for the bytes that stand there where new files begin with a byte order mark`() {
    var asked: [Range<Int>] = []
    let result = DocumentMerge.merge(
      base: [], ours: Array("\u{FEFF}```\nours\n".utf8), theirs: Array("```\ntheirs\n".utf8), path: "a.md",
      driver: .text,
      judge: MergeJudge { our, their in
        asked += [our, their]
        return .ours
      })
    #expect(asked == [7..<12, 4..<11])
    #expect(
      result.text
        == .overlapping(
          kept: Array("\u{FEFF}```\nours\n".utf8),
          regions: [ConflictRegion(base: 0..<0, ours: 1..<2, theirs: 1..<2, kept: 1..<2)]))
  }
}
