import Merge
import Testing

@Suite struct `What a save had not seen` {
  private static let base = "1\n2\n3\n4\n5\n"

  private func merge(
    _ base: String, _ earlier: String, _ later: String, path: String = "a.md", driver: MergeDriver = .text
  ) -> StaleMerge {
    StaleMerge(
      base: Array(base.utf8), earlier: Array(earlier.utf8), later: Array(later.utf8), path: path, driver: driver)
  }

  @Test(
    arguments: [
      ("both at the end", base, base + "agent\n", base + "mine\n", base + "agent\nmine\n"),
      (
        "a paragraph each", "# T\n\nx\n", "# T\n\nx\n\nagent\n", "# T\n\nx\n\nmine\n",
        "# T\n\nx\n\nagent\n\nmine\n"
      ),
      (
        "under one new heading", "x\n", "x\n\n## Now\n\nagent\n", "x\n\n## Now\n\nmine\n",
        "x\n\n## Now\n\nagent\n\nmine\n"
      ),
      ("both in the middle", base, "1\n2\nagent\n3\n4\n5\n", "1\n2\nmine\n3\n4\n5\n", "1\n2\nagent\nmine\n3\n4\n5\n"),
      ("both at the beginning", base, "agent\n" + base, "mine\n" + base, "agent\nmine\n" + base),
      ("the last line, and behind it", base, base + "agent\n", "1\n2\n3\n4\nfive\n", "1\n2\n3\n4\nfive\nagent\n"),
      ("behind the last line, and that", base, "1\n2\n3\n4\nfive\n", base + "mine\n", "1\n2\n3\n4\nfive\nmine\n"),
      ("the first line, and before it", base, "agent\n" + base, "one\n2\n3\n4\n5\n", "agent\none\n2\n3\n4\n5\n"),
      ("behind a line that goes", base, base + "agent\n", "1\n2\n3\n4\n", "1\n2\n3\n4\nagent\n"),
      ("a last line without an end", "1\n2", "1\n2\nagent\n", "1\n2\nmine", "1\n2\nagent\nmine\n"),
      ("an edit apart and an end", "1\n2", "1\n2\nagent\n", "one\n2", "one\n2\nagent\n"),
      ("no file before", "", "agent\n", "mine\n", "agent\nmine\n"),
      ("one is the beginning of the other", base, base + "agent\n", base + "agent\nmine\n", base + "agent\nmine\n"),
      (
        "a front matter that the other text lacks", "", "---\nk: v\n---\nagent\n", "mine\n",
        "---\nk: v\n---\nagent\nmine\n"
      ),
      ("byte order marks", "", "\u{FEFF}agent\n", "\u{FEFF}mine\n", "\u{FEFF}agent\nmine\n"),
      ("the byte order mark of the later", "", "agent\n", "\u{FEFF}mine\n", "\u{FEFF}agent\nmine\n"),
      (
        "byte order marks and the front matter of one", "", "\u{FEFF}agent\n", "\u{FEFF}---\nk: v\n---\nmine\n",
        "\u{FEFF}---\nk: v\n---\nagent\nmine\n"
      ),
      (
        "a byte order mark before both", "\u{FEFF}1\n", "\u{FEFF}agent\n1\n", "\u{FEFF}mine\n1\n",
        "\u{FEFF}agent\nmine\n1\n"
      ),
      ("nothing but a byte order mark", "", "\u{FEFF}", "mine\n", "\u{FEFF}mine\n"),
    ])
  func `stays beside what was saved, the earlier text first`(
    rule: String, base: String, earlier: String, later: String, merged: String
  ) {
    for path in ["a.md", "a.swift", "a"] {
      let result = merge(base, earlier, later, path: path)
      #expect(String(decoding: result.text, as: UTF8.self) == merged, "\(path)")
      #expect(result.overlaps == 0, "\(path)")
    }
  }

  @Test func `gives way where both changed the same words`() {
    let result = merge(Self.base, "1\n2\nagent\n4\n5\nagent too\n", "1\n2\nmine\n4\n5\n")
    #expect(String(decoding: result.text, as: UTF8.self) == "1\n2\nmine\n4\n5\nagent too\n")
    #expect(result.overlaps == 1)
  }

  @Test func `stands with the saved lines in a log of which both stay`() {
    let result = merge(Self.base, "1\n2\nagent\n4\n5\nx\n", "1\n2\nmine\n4\n5\ny\n", path: "log.md", driver: .union)
    #expect(result.overlaps == 0)
    #expect(String(decoding: result.text, as: UTF8.self) == "1\n2\nagent\nmine\n4\n5\nx\ny\n")
  }

  @Test func `has no byte order mark behind the beginning of a log`() {
    let result = merge("", "---\nagent\n", "\u{FEFF}---\nmine\n", path: "log.md", driver: .union)
    #expect(String(decoding: result.text, as: UTF8.self) == "\u{FEFF}---\nagent\nmine\n")
  }

  @Test func `leaves bytes that are no text as they were saved`() {
    let result = merge("", "\u{FEFF}agent\n", "mine\n", driver: .binary)
    #expect(String(decoding: result.text, as: UTF8.self) == "mine\n")
  }

  @Test func `is no line between brackets`() {
    let result = merge("{\n\"a\": 1\n}\n", "{\n\"a\": 1,\n\"b\": 2\n}\n", "{\n\"a\": 1,\n\"c\": 3\n}\n", path: "a.json")
    #expect(String(decoding: result.text, as: UTF8.self) == "{\n\"a\": 1,\n\"c\": 3\n}\n")
    #expect(result.overlaps == 1)
  }

  @Test(
    arguments: [
      ("a\n", "a\nb\n", true), ("", "b", true), ("a", "a\nb\n", true), ("a", "ab\n", false), ("a\n", "a\n", false),
      ("a\n", "b\na\n", false),
    ])
  func `is an append where nothing else changed`(base: String, text: String, isAppended: Bool) {
    #expect(StaleMerge.isAppended(Array(text.utf8), to: Array(base.utf8)) == isAppended)
  }
}
