import Merge
import Testing

struct FrontMatterMergeTests {
  private static func document(_ keys: String, _ text: String = "Text.\n") -> String { "---\n\(keys)---\n\(text)" }

  private static let stamps =
    "created_by: Ada\ncreated_at: 2026-01-01T00:00:00Z\nlast_modified_by: Ada\nlast_modified_at: 2026-01-01T00:00:00Z\n"
  private static let bea = stamps.replacing(
    "modified_by: Ada\nlast_modified_at: 2026-01-01", with: "modified_by: Bea\nlast_modified_at: 2026-01-02")
  private static let eva = stamps.replacing(
    "modified_by: Ada\nlast_modified_at: 2026-01-01", with: "modified_by: Eva\nlast_modified_at: 2026-01-03")

  private static let cases: [DocumentMergeCase] = [
    DocumentMergeCase(
      rule: "neighbouring keys", base: document("a: 1\nb: 1\n"), ours: document("a: 2\nb: 1\n"),
      theirs: document("a: 1\nb: 2\n"), merged: document("a: 2\nb: 2\n")),
    DocumentMergeCase(
      rule: "one key", base: document("a: 1\n"), ours: document("a: 2\n"), theirs: document("a: 3\n")),
    DocumentMergeCase(
      rule: "the later stamp, name and time together", base: document(stamps), ours: document(bea),
      theirs: document(eva), merged: document(eva)),
    DocumentMergeCase(
      rule: "stamps and text", base: document(stamps, "One is. Two is.\n"), ours: document(bea, "One was. Two is.\n"),
      theirs: document(eva, "One is. Two was.\n"), merged: document(eva, "One was. Two was.\n")),
    DocumentMergeCase(
      rule: "the earlier creation", base: document("a: 1\n"),
      ours: document("a: 1\ncreated_by: Ada\ncreated_at: 2026-01-02\n"),
      theirs: document("a: 1\ncreated_by: Bea\ncreated_at: 2026-01-01\n"),
      merged: document("a: 1\ncreated_by: Bea\ncreated_at: 2026-01-01\n")),
    DocumentMergeCase(
      rule: "both add a block", base: "Text.\n", ours: document("tags: [a]\n"), theirs: document("title: x\n"),
      merged: document("tags: [a]\ntitle: x\n")),
    DocumentMergeCase(
      rule: "one adds a block, the other writes", base: "Text.\n", ours: document("a: 1\n"), theirs: "Texts.\n",
      merged: document("a: 1\n", "Texts.\n")),
    DocumentMergeCase(
      rule: "lists by element", base: document("tags: [a, b, c]\n"), ours: document("tags: [a, x, c]\n"),
      theirs: document("tags: [a, b, c, y]\n"), merged: document("tags: [a, x, c, y]\n")),
    DocumentMergeCase(
      rule: "lists on lines, both append", base: document("tags:\n  - a\n"), ours: document("tags:\n  - a\n  - c\n"),
      theirs: document("tags:\n  - a\n  - b\n"), merged: document("tags:\n  - a\n  - b\n  - c\n")),
    DocumentMergeCase(
      rule: "a list that both empty", base: document("tags:\n- a\n- b\n"), ours: document("tags:\n- a\n"),
      theirs: document("tags:\n- b\n"), merged: document("tags: []\n")),
    DocumentMergeCase(
      rule: "the spaces of a list stay", base: document("t: [ a,  b ] # c\n"), ours: document("t: [ a,  b, d ] # c\n"),
      theirs: document("t: [ e, a,  b ] # c\n"), merged: document("t: [ e, a,  b, d ] # c\n")),
    DocumentMergeCase(
      rule: "comments, unknown keys and order stay",
      base: document("# top\nz: 1\n\n# about a\na: 1\nodd: {x: [1,  2]}\n"),
      ours: document("# top\nz: 2\n\n# about a\na: 1\nodd: {x: [1,  2]}\n"),
      theirs: document("# top\nz: 1\n\n# about a!\na: 3\nodd: {x: [1,  2]}\nnew: 1\n"),
      merged: document("# top\nz: 2\n\n# about a!\na: 3\nodd: {x: [1,  2]}\nnew: 1\n")),
    DocumentMergeCase(
      rule: "a key that one side moved", base: document("a: 1\nb: 1\nc: 1\n"), ours: document("c: 1\na: 1\nb: 1\n"),
      theirs: document("a: 1\nb: 2\nc: 1\n"), merged: document("c: 1\na: 1\nb: 2\n")),
    DocumentMergeCase(
      rule: "a key deleted, another changed", base: document("a: 1\nb: 1\n"), ours: document("a: 1\n"),
      theirs: document("a: 2\nb: 1\n"), merged: document("a: 2\n")),
    DocumentMergeCase(
      rule: "a key deleted and changed", base: document("a: 1\nb: 1\n"), ours: document("a: 1\n"),
      theirs: document("a: 1\nb: 2\n")),
    DocumentMergeCase(
      rule: "values of several lines", base: document("m:\n  a: 1\n  b: 1\n  c: 1\n"),
      ours: document("m:\n  a: 2\n  b: 1\n  c: 1\n"), theirs: document("m:\n  a: 1\n  b: 1\n  c: 2\n"),
      merged: document("m:\n  a: 2\n  b: 1\n  c: 2\n")),
    DocumentMergeCase(
      rule: "CRLF and a byte order mark stay", base: "\u{FEFF}---\r\na: 1\r\nb: 1\r\n---\r\nText.\r\n",
      ours: "\u{FEFF}---\r\na: 2\r\nb: 1\r\n---\r\nText.\r\n",
      theirs: "\u{FEFF}---\r\na: 1\r\nb: 2\r\n---\r\nText.\r\n",
      merged: "\u{FEFF}---\r\na: 2\r\nb: 2\r\n---\r\nText.\r\n"),
    DocumentMergeCase(
      rule: "no line behind the block", base: "---\na: 1\nb: 1\n---", ours: "---\na: 2\nb: 1\n---",
      theirs: "---\na: 1\nb: 2\n---", merged: "---\na: 2\nb: 2\n---"),
    DocumentMergeCase(
      rule: "YAML that is none, by lines", base: document("a: [\nb: 1\nc: 1\n"), ours: document("a: [\nb: 2\nc: 1\n"),
      theirs: document("a: [\nb: 1\nc: 1\n", "Texts.\n"), merged: document("a: [\nb: 2\nc: 1\n", "Texts.\n"),
      fallbacks: [.frontMatterByLines]),
    DocumentMergeCase(
      rule: "YAML that is none, neighbouring lines", base: document("a: [\nb: 1\nc: 1\n"),
      ours: document("a: [\nb: 2\nc: 1\n"), theirs: document("a: [\nb: 1\nc: 2\n"), fallbacks: [.frontMatterByLines]),
    DocumentMergeCase(
      rule: "a side that lost its closing line", base: document("a: 1\nb: 1\n"), ours: document("a: 2\nb: 1\n"),
      theirs: "---\na: 1\nb: 1\nText.\n", merged: "---\na: 2\nb: 1\nText.\n", fallbacks: [.frontMatterByLines]),
    DocumentMergeCase(
      rule: "a bomb is not read", base: document(bomb), ours: document(bomb + "x: 1\n"), theirs: document(bomb, "T.\n"),
      merged: document(bomb + "x: 1\n", "T.\n"), fallbacks: [.frontMatterByLines]),
  ]

  private static let bomb =
    "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + zip("abcdefgh", "bcdefghi").map {
      "\($1): &\($1) [" + Array(repeating: "*\($0)", count: 9).joined(separator: ",") + "]\n"
    }
    .joined()

  @Test(arguments: cases)
  private func `front matter merges by key`(_ item: DocumentMergeCase) { item.check() }

  @Test func `a stamp from a clock gone wrong does not stand`() {
    let result = DocumentMerge.merge(
      base: Array(Self.document(Self.stamps).utf8), ours: Array(Self.document(Self.bea).utf8),
      theirs: Array(Self.document(Self.eva.replacing("2026-01-03", with: "2036-01-03")).utf8), path: "a.md",
      driver: .text, judge: MergeJudge(latestPlausible: 1_767_400_000) { _, _ in .theirs })
    #expect(result.text == .clean(Array(Self.document(Self.bea).utf8)))
  }
}
