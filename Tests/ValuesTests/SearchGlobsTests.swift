import Testing
import Values

@Suite struct SearchGlobsTests {
  @Test(
    arguments: [
      ("*.md", nil, nil), ("src/*.md", nil, nil), ("/w/s/*", "/w/s", "*"), ("/*.md", "/", "*.md"),
      ("/w/{a,b}/c", "/w", "{a,b}/c"), ("../.env", "..", ".env"), ("a/../b/*", "a/../b", "*"),
      ("*/../x", nil, "*/../x"),
    ] as [(String, String?, String?)])
  func `a pattern that is absolute or leads out of its folder has a folder and a rest`(
    pattern: String, folder: String?, rest: String?
  ) {
    let placed = SearchGlobs.placed(pattern)
    #expect(placed?.folder == folder && placed?.rest == rest)
  }

  @Test(
    arguments: [
      (nil, nil), ("*.md", "*.md"), ("**/*.md", "*.md"), ("**/**/.env", ".env"), ("Notes/.env", nil), ("**/a/b", nil),
    ] as [(String?, String?)])
  func `of a pattern from above a workspace only one of names alone limits the search`(
    pattern: String?, below: String?
  ) {
    #expect(SearchGlobs.below(pattern) == below)
  }

  @Test(
    arguments: [
      (nil, "a/b.md", true), ("*.md", "a/b.md", true), ("*.md", "a/b.txt", false), ("!*.md", "a/b.md", true),
      ("a.md,*.txt", "x/b.txt", true), ("{a,b}.md", "c.md", false), ("\\*.md", "c.txt", true),
    ] as [(String?, String, Bool)])
  func `in case of doubt a search reads a file`(pattern: String?, path: String, isRead: Bool) {
    #expect(SearchGlobs(pattern, root: "/w", isList: true).includes(path) == isRead)
  }
}
