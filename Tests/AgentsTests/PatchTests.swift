internal import Testing

@testable internal import Agents

@Suite struct PatchTests {
  private static func patched(_ text: String, _ patch: String) throws -> String {
    let file = try #require(try UnifiedPatch(patch).files.first)
    return String(decoding: try PatchedText.apply(file.hunks, to: Array(text.utf8), path: "a"), as: UTF8.self)
  }

  private static let header = "--- a/a.md\n+++ b/a.md\n"

  @Test(arguments: [
    ("1\n2\n3\n", "@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n", "1\ntwo\n3\n"),
    ("1\n2\n3\n", "@@ -2 +2,2 @@\n 2\n+2b\n", "1\n2\n2b\n3\n"), ("1\n2\n", "@@ -2,0 +3 @@\n+3\n", "1\n2\n3\n"),
    ("1\n2\n", "@@ -0,0 +1 @@\n+0\n", "0\n1\n2\n"),
    ("0\n0\n1\n2\n3\n", "@@ -1,2 +1,2 @@\n 1\n-2\n+two\n", "0\n0\n1\ntwo\n3\n"),
    ("1\n2", "@@ -1,2 +1,3 @@\n 1\n 2\n+3\n", "1\n2\n3\n"),
    ("1\n2\n", "@@ -2 +2 @@\n-2\n+2\n\\ No newline at end of file\n", "1\n2"),
    ("1\n2", "@@ -2 +2 @@\n-2\n\\ No newline at end of file\n+2\n", "1\n2\n"),
    ("1\n\n3\n", "@@ -1,3 +1,2 @@\n 1\n\n-3\n", "1\n\n"),
    ("\u{FEFF}1\r\n2\r\n", "@@ -1,2 +1,3 @@\n 1\n-2\n+two\n+three\n", "\u{FEFF}1\r\ntwo\r\nthree\r\n"),
    ("1\n2\n3\n4\n5\n", "@@ -1,2 +1,3 @@\n 1\n+1b\n 2\n@@ -4,2 +5,1 @@\n 4\n-5\n", "1\n1b\n2\n3\n4\n"),
    ("-- a\n", "@@ -1 +1 @@\n--- a\n+++ b\n", "++ b\n"),
  ]) func `a patch makes of a text what it says`(text: String, hunks: String, result: String) throws {
    #expect(try Self.patched(text, Self.header + hunks) == result)
  }

  @Test(arguments: [
    ("1\n2\n", "@@ -1,2 +1,2 @@\n 1\n-3\n+x\n"), ("1\n1\n1\n", "@@ -7 +7 @@\n-1\n+x\n"),
    ("1\n2\n", "@@ -1,3 +1,2 @@\n 1\n-2\n"), ("1\n", "@@ -1 +1 @@\n*1\n"), ("1\n", "@@ 1 @@\n"), ("1\n", ""),
    ("1\n", "@@ -99999999999999999999 +1 @@\n-1\n+2\n"),
  ]) func `one that does not fit, or is none, changes nothing`(text: String, hunks: String) throws {
    #expect(throws: ToolFailure.self) { _ = try Self.patched(text, hunks.isEmpty ? "" : Self.header + hunks) }
  }

  @Test func `names are read as git writes them`() throws {
    let patch = """
      diff --git "a/\\303\\251 x.md" "b/\\303\\251 x.md"
      deleted file mode 100644
      --- "a/\\303\\251 x.md"
      +++ /dev/null
      @@ -1 +0,0 @@
      -1
      diff --git a/old name.md b/new.md
      similarity index 100%
      rename from old name.md
      rename to new.md
      diff --git a/e.md b/e.md
      new file mode 100644
      index 0000000..e69de29
      diff --git a/gone.md b/gone.md
      --- a/gone.md
      +++ /dev/null
      @@ -1 +0,0 @@
      -1
      diff --git a/made.md b/made.md
      --- /dev/null
      +++ b/made.md
      @@ -0,0 +1 @@
      +1
      diff -u plain.md plain.md
      --- plain.md\t2026-01-01
      +++ plain.md\t2026-01-02
      @@ -1 +1 @@
      -1
      +2
      """
    let files = try UnifiedPatch(patch).files
    #expect(files.map { $0.old ?? "-" } == ["é x.md", "old name.md", "-", "gone.md", "-", "plain.md"])
    #expect(files.map { $0.new ?? "-" } == ["-", "new.md", "e.md", "-", "made.md", "plain.md"])
  }

  @Test(arguments: [
    "GIT binary patch\n", "Binary files a/x and b/x differ\n", "copy from x\n", "new file mode 120000\n",
  ])
  func `what cannot be written so is refused`(line: String) {
    #expect(throws: ToolFailure.self) { _ = try UnifiedPatch("diff --git a/x b/x\n" + line) }
  }

  @Test func `no text makes the reader fail but with words`() {
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    var state = seed
    let pieces = [
      "--- a/x\n", "+++ b/x\n", "@@ -1,2 +1 @@\n", " a\n", "-b\n", "+c\n", "\\ No\n", "diff --git a/x b/x\n", "\n",
      "\"", "@@ ",
    ]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int((state >> 33) % UInt64(pieces.count))]
      }
      do throws(ToolFailure) {
        for file in try UnifiedPatch(text).files {
          _ = try? PatchedText.apply(file.hunks, to: Array("a\nb\n".utf8), path: "x")
        }
      } catch { #expect(!error.text.isEmpty, "seed \(seed)") }
    }
  }
}
