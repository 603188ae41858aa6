import Merge
import Testing

/// Texts that both sides inserted at one place: all of them stay, in one order.
struct InsertionMergeTests {
  private static func item(
    _ rule: String, _ base: String, _ ours: String, _ theirs: String, _ merged: String?, path: String = "Journal/d.md"
  ) -> DocumentMergeCase {
    DocumentMergeCase(rule: rule, base: base, ours: ours, theirs: theirs, merged: merged, path: path)
  }

  private static let appended: [DocumentMergeCase] = [
    item(
      "paragraphs at the end", "# D\n\nHi.\n", "# D\n\nHi.\n\nB is.\n", "# D\n\nHi.\n\nA is.\n",
      "# D\n\nHi.\n\nA is.\n\nB is.\n"),
    item("a file without a last line end", "Hi.", "Hi.\n\nB is.", "Hi.\n\nA is.", "Hi.\n\nA is.\n\nB is."),
    item("one side gives the last line an end", "Hi.", "Hi.\n\nB is.\n", "Hi.\n\nA is.", "Hi.\n\nA is.\n\nB is.\n"),
    item("a side without a last line end", "Hi.\n", "Hi.\n\nB is.", "Hi.\n\nA is.", "Hi.\n\nA is.\n\nB is."),
    item("CRLF", "Hi.\r\n", "Hi.\r\n\r\nB is.\r\n", "Hi.\r\n\r\nA is.\r\n", "Hi.\r\n\r\nA is.\r\n\r\nB is.\r\n"),
    item("paragraphs at the top", "# D\n", "B is.\n\n# D\n", "A is.\n\n# D\n", "A is.\n\nB is.\n\n# D\n"),
    item("paragraphs between two", "X.\n\nY.\n", "X.\n\nB.\n\nY.\n", "X.\n\nA.\n\nY.\n", "X.\n\nA.\n\nB.\n\nY.\n"),
    item("lines of one paragraph", "9:00 x\n", "9:00 x\n9:20 b\n", "9:00 x\n9:10 a\n", "9:00 x\n9:10 a\n9:20 b\n"),
    item("lines without a last end", "9:00 x", "9:00 x\n9:20 b", "9:00 x\n9:10 a", "9:00 x\n9:10 a\n9:20 b"),
    item("a line and a paragraph", "9:00 x\n", "9:00 x\n9:20 b\n", "9:00 x\n\nA.\n", "9:00 x\n9:20 b\n\nA.\n"),
    item("sentences of one paragraph", "Hi is.\n", "Hi is. By is.\n", "Hi is. At is.\n", "Hi is. At is. By is.\n"),
    item("sentences before one", "Hi is.\n", "By is. Hi is.\n", "At is. Hi is.\n", "At is. By is. Hi is.\n"),
    item(
      "a sentence and a paragraph", "Hi is.\n", "Hi is. By is.\n", "Hi is.\n\nAt is.\n", "Hi is. By is.\n\nAt is.\n"),
    item(
      "a sentence and a paragraph each", "Hi is.\n", "Hi is. By is.\n\nD.\n", "Hi is. At is.\n\nC.\n",
      "Hi is. At is. By is.\n\nC.\n\nD.\n"),
    item("the same paragraph", "X.\n", "X.\n\nA is.\n", "X.\n\nA is.\n", "X.\n\nA is.\n"),
    item("one begins with all of the other", "X.\n", "X.\n\nA is.\n\nB.\n", "X.\n\nA is.\n", "X.\n\nA is.\n\nB.\n"),
    item(
      "one goes on with the other's sentence", "X.\n", "X.\n\nA is so\n", "X.\n\nA is so good. Yes.\n",
      "X.\n\nA is so good. Yes.\n"),
    item("one holds the other in the middle", "X.\n", "X.\n\nA.\n\nB.\n\nC.\n", "X.\n\nB.\n", "X.\n\nA.\n\nB.\n\nC.\n"),
    item("two orders of the same", "X.\n", "X.\n\nA.\n\nB.\n", "X.\n\nB.\n\nA.\n", "X.\n\nA.\n\nB.\n"),
    item("sections", "# D\n", "# D\n\n## B\n\nb.\n", "# D\n\n## A\n\na.\n", "# D\n\n## A\n\na.\n\n## B\n\nb.\n"),
    item("one section of both", "# D\n", "# D\n\n## S\n\n- b\n", "# D\n\n## S\n\n- a\n", "# D\n\n## S\n\n- a\n- b\n"),
    item(
      "a section and a text of the one above", "# D\n\nX.\n", "# D\n\nX.\n\n## A\n\na.\n", "# D\n\nX.\n\nB.\n",
      "# D\n\nX.\n\nB.\n\n## A\n\na.\n"),
    item(
      "a subsection and a section", "# D\n", "# D\n\n## A\n\na.\n", "# D\n\n### B\n\nb.\n",
      "# D\n\n### B\n\nb.\n\n## A\n\na.\n"),
    item(
      "turns of a conversation", "**User:** Hi.\n", "**User:** Hi.\n\n**User:** And?\n",
      "**User:** Hi.\n\n**Agent:** Hello.\n", "**User:** Hi.\n\n**Agent:** Hello.\n\n**User:** And?\n"),
    item("blocks of code", "X.\n", "X.\n\n```\nb\n```\n", "X.\n\n```\na\n```\n", "X.\n\n```\na\n```\n\n```\nb\n```\n"),
    item("lines in one block of code", "```\nx\n```\n", "```\nx\nb\n```\n", "```\nx\na\n```\n", nil),
    item("a block of code without its end", "X.\n", "X.\n\n```\nb\n", "X.\n\nA.\n", nil),
    item("quotes", "X.\n", "X.\n\n> B.\n", "X.\n\n> A.\n", "X.\n\n> A.\n\n> B.\n"),
    item("a table and a list", "X.\n", "X.\n\n| b |\n|---|\n", "X.\n\n- a\n", "X.\n\n- a\n\n| b |\n|---|\n"),
    item("items under a heading without blank lines", "# D\n", "# D\n- b\n", "# D\n- a\n", "# D\n- a\n- b\n"),
    item("texts under a heading without blank lines", "# D\n", "# D\nB.\n", "# D\nA.\n", "# D\nA.\n\nB.\n"),
    item("an edited line beside an insertion", "X is.\n", "X was.\n", "X is.\n\nA.\n", "X was.\n\nA.\n"),
    item("an edited line is none", "X is.\n\nY.\n", "X was.\n\nY.\n", "X were.\n\nY.\n", nil),
    item(
      "items of a loose list", "- x\n\n- y\n", "- x\n\n- y\n\n- b\n", "- x\n\n- y\n\n- a\n",
      "- x\n\n- y\n\n- a\n\n- b\n"),
    item("an empty item that one filled", "- x\n", "- x\n- [ ] \n- b\n", "- x\n- [ ] a\n", "- x\n- [ ] a\n- b\n"),
    item(
      "an item that begins like another", "- x\n", "- x\n- milk\n", "- x\n- milk bottles\n",
      "- x\n- milk\n- milk bottles\n"),
    item("an outline", "* X\n", "* X\n* B\nb\n", "* X\n* A\na\n", "* X\n* A\na\n* B\nb\n", path: "a.org"),
    item("plain text", "X\n", "X\n\nB\n", "X\n\nA\n", "X\n\nA\n\nB\n", path: "a.txt"),
    item("code", "x\n", "x\nb\n", "x\na\n", nil, path: "a.py"),
  ]

  private static let skeleton = "# Day\n\n## Tasks\n\n- [ ] \n\n## Notes\n\n## Mood\n"

  private static let created: [DocumentMergeCase] = [
    item(
      "different sections of one skeleton", "",
      "# Day\n\n## Tasks\n\n- [ ] milk\n- [ ] eggs\n\n## Notes\n\n## Mood\n",
      "# Day\n\n## Tasks\n\n- [ ] \n\n## Notes\n\nSaw a whale.\n\n## Mood\n\nGood.\n",
      "# Day\n\n## Tasks\n\n- [ ] milk\n- [ ] eggs\n\n## Notes\n\nSaw a whale.\n\n## Mood\n\nGood.\n"),
    item(
      "one section of one skeleton", "", "# Day\n\n## Tasks\n\n- b\n\n## Notes\n",
      "# Day\n\n## Tasks\n\n- a\n\n## Notes\n",
      "# Day\n\n## Tasks\n\n- a\n- b\n\n## Notes\n"),
    item("labels as paragraphs", "", "Mood:\n\nPlace: sea\n", "Mood: good\n\nPlace:\n", "Mood: good\n\nPlace: sea\n"),
    item("an empty file", "", "", "A.\n", "A.\n"),
    item("nothing in common", "", "B is here.\n", "# A\n\nA is here.\n", "B is here.\n\n# A\n\nA is here.\n"),
    item("texts without a last line end", "", "B.", "A.", "A.\n\nB."),
    item(
      "front matters", "", "---\ntags: [b]\n---\n\nB.\n", "---\ntags: [a]\n---\n\nA.\n",
      "---\ntags: [a, b]\n---\n\nA.\n\nB.\n"),
    item("the front matter of one", "", "---\ntitle: x\n---\n\nB.\n", "A.\n", "---\ntitle: x\n---\n\nA.\n\nB.\n"),
    item("byte order marks", "", "\u{FEFF}B.\n", "\u{FEFF}A.\n", "\u{FEFF}A.\n\nB.\n"),
    item("the byte order mark of one", "", "\u{FEFF}# D\n\nB.\n", "# D\n\nA.\n", "\u{FEFF}# D\n\nA.\n\nB.\n"),
    item(
      "the byte order mark of one, the front matter of the other", "", "---\ntitle: x\n---\n\nB.\n", "\u{FEFF}A.\n",
      "\u{FEFF}---\ntitle: x\n---\n\nA.\n\nB.\n"),
    item("nothing but a byte order mark", "", "\u{FEFF}", "A.\n", "\u{FEFF}A.\n"),
    item("code", "", "b\n", "a\n", nil, path: "a.py"),
  ]

  @Test(arguments: appended)
  private func `two insertions at one place are both kept`(_ item: DocumentMergeCase) { item.check() }

  @Test(arguments: created)
  private func `two new files of one name are both kept`(_ item: DocumentMergeCase) { item.check() }

  @Test(arguments: [MergeSide.ours, .theirs])
  func `the insertion that was written first stands first`(first: MergeSide) {
    let base = Array("# D\n".utf8)
    let texts = [Array("# D\n\nA.\n".utf8), Array("# D\n\nB.\n".utf8)]
    for path in ["a.md", "a.txt", "a.org"] {
      let merged = TextMerge.merge(
        base: base, ours: texts[0], theirs: texts[1], prefer: .ours, first: first, path: path)
      let expected = first == .ours ? "# D\n\nA.\n\nB.\n" : "# D\n\nB.\n\nA.\n"
      #expect(merged == .clean(Array(expected.utf8)))
    }
    let union = TextMerge.merge(
      base: base, ours: texts[0], theirs: texts[1], prefer: .ours, first: first, driver: .union)
    #expect(union == .clean(Array((first == .ours ? "# D\n\nA.\nB.\n" : "# D\n\nB.\nA.\n").utf8)))
  }
}
