internal import WorkspaceAPI
internal import Testing

@testable internal import Agents

@Suite struct TextTests {
  private func edited(_ text: String, _ edits: (String, String)...) throws -> String {
    let edits = edits.map { TextEdit(old: Array($0.0.utf8), new: Array($0.1.utf8)) }
    return String(decoding: try TextEdit.apply(edits, to: Array(text.utf8)), as: UTF8.self)
  }

  @Test func `edits are made one after the other`() throws {
    #expect(try edited("one two", ("one", "1"), ("1 two", "done")) == "done")
  }

  @Test(arguments: ["", "three", "o", "aa", "ONE", "e\u{301}"])
  func `a text that does not stand there exactly once is refused`(old: String) {
    #expect(throws: ToolFailure.self) { try edited("one two aaa é", (old, "x")) }
  }

  @Test func `line ends stay as the file has them`() throws {
    #expect(try edited("a\r\nb\r\nc\r\n", ("a\nb", "x\ny")) == "x\r\ny\r\nc\r\n")
    #expect(try edited("a\r\nb\r\n", ("b", "1\n2")) == "a\r\n1\r\n2\r\n")
    #expect(try edited("a\nb\r\n", ("a", "1\n2")) == "1\n2\nb\r\n")
  }

  @Test func `lines are cut by number`() {
    let text = "1\r\n2\n3\n"
    func taken(_ range: LineRange?, longest: Int = 100) -> String {
      LineExcerpt.take(range, of: text, longest: longest).text
    }
    #expect(taken(.between(1, 2)) == "1\r\n2")
    #expect(taken(.last(2)) == "2\n3")
    #expect(taken(.between(1, 9)) == "1\r\n2\n3")
    #expect(taken(.between(2, 3)) == "2\n3")
    #expect(taken(.between(3, 1)).isEmpty && taken(.between(9, nil)).isEmpty)
    #expect(taken(nil) == text)
  }

  @Test func `a difference is unified, and its fence longer than what is in it`() {
    let old = (1...20).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 2\n", with: "```\n").replacing("line 18\n", with: "")
    #expect(
      UnifiedDiff.fenced(from: Array(old.utf8), to: Array(new.utf8), path: "/w/a.md") == """
        ````diff
        Index: /w/a.md
        ===================================================================
        --- /w/a.md\toriginal
        +++ /w/a.md\tmodified
        @@ -1,6 +1,6 @@
         line 1
        -line 2
        +```
         line 3
         line 4
         line 5
         line 6
        @@ -14,7 +14,6 @@
         line 14
         line 15
         line 16
         line 17
        -line 18
         line 19
         line 20
        ````


        """)
  }

  @Test func `a missing newline at the end is shown`() {
    let diff = UnifiedDiff.text(from: Array("a\nb".utf8), to: Array("a\nc\n".utf8), path: "p")
    #expect(diff.hasSuffix("@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"))
  }

  @Test(arguments: [
    (0, "0 B"), (1_023, "1023 B"), (1_024, "1.00 KB"), (1_536, "1.50 KB"), (1_048_576, "1.00 MB"),
    (5_000_000_000_000_000, "4547.47 TB"),
  ])
  func `sizes are in the unit that fits`(bytes: Int64, text: String) {
    #expect(SizeText.text(bytes) == text)
  }

  @Test(arguments: [
    ("a.png", "image/png"), ("x/A.JPEG", "image/jpeg"), ("a.flac", "audio/flac"), (".png", "application/octet-stream"),
    ("a.png/b", "application/octet-stream"), ("a", "application/octet-stream"),
  ])
  func `a file's kind is in its ending`(path: String, type: String) {
    #expect(MediaType.of(path) == type)
  }

  @Test func `an address escapes what it must`() {
    #expect(FileAddress.text("/w/a b#é.pdf") == "file:///w/a%20b%23%C3%A9.pdf")
  }
}
