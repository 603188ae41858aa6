import Testing
import Values

@Suite struct PathGlobTests {
  @Test(arguments: [
    ("*.md", "a.md"), ("*.md", ".hidden.md"), ("**/*.md", "a.md"), ("**/*.md", "x/y/a.md"), ("x/**", "x/y/z"),
    ("x/**/z", "x/z"), ("a?c", "abc"), ("[a-c]x", "bx"), ("[!a]x", "bx"), ("*.{md,txt}", "a.txt"), ("**", "a/b"),
    ("a[", "a["), ("{a,b}/{c,d}", "b/c"), ("*a*b*", "xxaxxbxx"), ("é*", "éa"),
  ])
  func `a pattern stands for these`(pattern: String, path: String) {
    #expect(PathGlob(pattern, .editor).matches(path))
  }

  @Test(arguments: [
    ("*.md", "x/a.md"), ("*.md", "a.txt"), ("a?c", "ac"), ("[a-c]x", "dx"), ("x/*", "x"), ("", "a"), ("**/a", "b"),
    ("*.{md,txt}", "a.png"), ("a", "A"),
  ])
  func `a pattern does not stand for these`(pattern: String, path: String) {
    #expect(!PathGlob(pattern, .editor).matches(path))
  }

  @Test(arguments: [
    ("context.md", "context.md", true), ("context.md", "Research/context.md", false),
    ("Research/**/*.md", "Research/a.md", true), ("Research/**/*.md", "Research/x/y/a.md", true),
    ("Research/**/*.md", "Research/a.txt", false), ("*.md", "a.md", true), ("*.md", "x/a.md", false),
    ("**", "any/thing", true), ("**/notes.md", "notes.md", true), ("a*b*c", "aXXbYYc", true),
    ("a*b*c", "aXXbYY", false), ("file-?.txt", "file-1.txt", true), ("[x]", "x", false), ("[x]", "[x]", true),
  ])
  func `a pattern covers what its words say`(pattern: String, path: String, matches: Bool) {
    #expect(PathGlob(pattern).matches(path) == matches)
  }

  @Test(arguments: [
    ("a/**", "a", false), ("a/**", "a/b/c", true), ("a**b", "axxb", true), ("a**b", "ax/xb", false),
    ("x\\*", "x*", true), ("x\\*", "xy", false), ("x\\", "x\\", true), ("a\\/b", "a/b", true), ("[]a]", "]", true),
    ("[!]a]", "]", false), ("?", "é", false), ("[^a-c]", "d", true), ("a/**/b", "a/b", true),
    ("a[[:space:]]b", "a b", true), ("a[[:space:]]b", "a-b", false), ("[[:digit:]x-z]", "y", true),
    ("[![:alnum:]]", "a", false), ("[![:alnum:]]", "-", true),
  ])
  func `a pattern of git stands for what it does there`(pattern: String, path: String, matches: Bool) {
    #expect(PathGlob(pattern, .git, letter: .byte).matches(path) == matches)
  }

  @Test func `letters are equal however their accents are composed where they are characters`() {
    #expect(PathGlob("caf\u{E9}/?", letter: .character).covers(["cafe\u{301}", "e\u{301}", "x"]))
    #expect(!PathGlob("caf\u{E9}").matches("cafe\u{301}"))
    #expect(PathGlob("a/\u{301}b", letter: .character).covers(["a", "\u{301}b"]))
  }

  @Test(arguments: [PathGlob.Syntax.editor, .git, []])
  func `no pattern takes long`(syntax: PathGlob.Syntax) {
    let path = String(repeating: "a", count: 200)
    #expect(!PathGlob(String(repeating: "a*", count: 40) + "b", syntax).matches(path))
    #expect(!PathGlob(String(repeating: "*a", count: 50) + "b", syntax).matches(String(repeating: "a", count: 5_000)))
    let folders = String(repeating: "a/", count: 100)
    #expect(!PathGlob(String(repeating: "**/", count: 40) + "b", syntax).matches(folders))
    #expect(!PathGlob(String(repeating: "**/a/", count: 40) + "b", syntax).matches(folders))
    #expect(!PathGlob(String(repeating: "{a,b}", count: 60), syntax).matches("c"))
  }
}
