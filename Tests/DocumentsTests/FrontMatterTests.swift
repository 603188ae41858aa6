import Documents
import Testing

struct FrontMatterTests {
  @Test(
    arguments: [
      ("---\ntitle: Whales\n---\n# Text\n", "Whales"),
      ("---\r\ntitle: Whales # big\r\n---\r\n", "Whales"),
      ("\u{FEFF}---\ntitle: 'Wha''les'\n---\n", "Wha'les"),
      ("---\n\"title\": \"a\\nb\"\n---\n", "a\nb"),
      ("---\n# note\n\ntitle:\n---\n", ""),
      ("---\ntags:\n  - a\n- b\ntitle: x\n---\n", nil),
      ("---\ntags:\n  - a\n  - b\ntitle: x\n---", "x"),
      ("---\ntags:\n- a\n- b\ntitle: x\n---", "x"),
      ("---\ntext: |\n  title: no\ntitle: x\n---\n", "x"),
      ("---\ntitle: [1, 2]\n---\n", nil),
      ("---\ntitle: x\n", nil),
      ("--- \ntitle: x\n---\t\n", "x"),
      ("----\ntitle: x\n---\n", nil),
      ("\n---\ntitle: x\n---\n", nil),
      ("---\ntitle: x\ntitle: y\n---\n", nil),
      ("---\ntitle: : x\n  - y\n---\n", nil),
      ("---\n- title: x\n---\n", nil),
      ("---\n{title: x}\n---\n", nil),
      ("", nil), ("---", nil), ("---\n---\n", nil),
    ] as [(String, String?)])
  func `a front matter is read where YAML and the lines agree`(document: String, title: String?) {
    #expect(FrontMatter(Array(document.utf8))?["title"] == title)
  }

  @Test func `bytes that are not UTF-8 are no front matter`() {
    #expect(FrontMatter(Array("---\ntitle: ".utf8) + [0xFF] + Array("\n---\n".utf8)) == nil)
  }
}

@Suite struct TextFormTests {
  @Test(arguments: [
    ("a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n"), ("a\nb\n", "x\ny\n", "x\ny\n"), ("a\r\nb\r\n", "x\r\ny\n", "x\r\ny\n"),
    ("\u{FEFF}a\n", "x\n", "\u{FEFF}x\n"), ("\u{FEFF}a\n", "\u{FEFF}x\n", "\u{FEFF}x\n"), ("", "x\n", "x\n"),
    ("\u{FEFF}a\r\n", "x\n", "\u{FEFF}x\r\n"), ("\u{FEFF}a\n", "", ""),
  ])
  func `a whole new text keeps the form of what stands there`(present: String, new: String, kept: String) {
    let bytes = TextForm(Array(present.utf8)).whole(Array(new.utf8))
    #expect(bytes == Array(kept.utf8))
  }
}
