internal import Testing

@testable internal import Agents

@Suite struct GlobPatternTests {
  @Test(arguments: [
    ("*.md", "a.md"), ("*.md", ".hidden.md"), ("**/*.md", "a.md"), ("**/*.md", "x/y/a.md"), ("x/**", "x/y/z"),
    ("x/**/z", "x/z"), ("a?c", "abc"), ("[a-c]x", "bx"), ("[!a]x", "bx"), ("*.{md,txt}", "a.txt"), ("**", "a/b"),
    ("a[", "a["), ("{a,b}/{c,d}", "b/c"), ("*a*b*", "xxaxxbxx"), ("é*", "éa"),
  ])
  func `a pattern stands for these`(pattern: String, path: String) {
    #expect(GlobPattern(pattern).matches(path))
  }

  @Test(arguments: [
    ("*.md", "x/a.md"), ("*.md", "a.txt"), ("a?c", "ac"), ("[a-c]x", "dx"), ("x/*", "x"), ("", "a"), ("**/a", "b"),
    ("*.{md,txt}", "a.png"), ("a", "A"),
  ])
  func `a pattern does not stand for these`(pattern: String, path: String) {
    #expect(!GlobPattern(pattern).matches(path))
  }

  @Test func `no pattern takes long`() {
    let path = String(repeating: "a", count: 200)
    #expect(!GlobPattern(String(repeating: "a*", count: 40) + "b").matches(path))
    #expect(!GlobPattern(String(repeating: "**/", count: 40) + "b").matches(String(repeating: "a/", count: 100)))
    #expect(!GlobPattern(String(repeating: "{a,b}", count: 60)).matches("c"))
  }
}
