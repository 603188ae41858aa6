import Testing

@testable import WorkspaceEngine

@Suite struct PathPatternTests {
  @Test(arguments: [
    ("context.md", "context.md", true), ("context.md", "Research/context.md", false),
    ("Research/**/*.md", "Research/a.md", true), ("Research/**/*.md", "Research/x/y/a.md", true),
    ("Research/**/*.md", "Research/a.txt", false), ("*.md", "a.md", true), ("*.md", "x/a.md", false),
    ("**", "any/thing", true), ("**/notes.md", "notes.md", true), ("a*b*c", "aXXbYYc", true),
    ("a*b*c", "aXXbYY", false), ("file-?.txt", "file-1.txt", true),
  ])
  func `a pattern covers what its words say`(pattern: String, path: String, matches: Bool) {
    #expect(PathPattern(pattern).matches(path) == matches)
  }

  @Test func `a hostile pattern ends`() {
    let pattern = PathPattern(String(repeating: "*a", count: 50) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
  }
}
