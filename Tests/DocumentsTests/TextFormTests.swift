import Documents
import Testing

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
