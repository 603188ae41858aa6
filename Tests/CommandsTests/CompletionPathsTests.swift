import Commands
import Testing

/// The paths that a shell completes.
@Suite struct CompletionPathsTests {
  private static let folders: [String: [String]] = [
    "": ["Research", "Recipes", "readme.md", "a b.md", ".git", ".stet", ".gitignore"], "Recipes/": [], ".stet/": [],
    "Research/": ["whales.md", "Deep", ".hidden"], "Research/Deep/": [], "../": ["Other"], "../Other/": [],
    "/w/": ["x.md"], "~/": ["y.md"],
  ]

  @Test(arguments: [
    ("", ["Recipes/", "Research/", "a b.md", "readme.md"]), ("Re", ["Recipes/", "Research/"]), ("re", ["readme.md"]),
    // A single folder comes with its content.
    ("Res", ["Research/", "Research/Deep/", "Research/whales.md"]),
    ("Research/", ["Research/Deep/", "Research/whales.md"]), ("Research/w", ["Research/whales.md"]),
    ("Research/.h", ["Research/.hidden"]), (".", [".gitignore", ".stet/"]), (".git", [".gitignore"]),
    ("a ", ["a b.md"]), ("../O", ["../Other/"]), ("/w/", ["/w/x.md"]), ("~/y", ["~/y.md"]), ("x", []), ("None/", []),
  ])
  func `a beginning is completed to the paths that have it`(text: String, paths: [String]) {
    let found = CompletionPaths.candidates(
      for: text, list: { Self.folders[$0] ?? [] }, isFolder: { Self.folders[$0 + "/"] != nil })
    #expect(found == paths)
  }

  @Test(arguments: [
    ("Re", "Re"), ("a\\ b", "a b"), ("'a b", "a b"), ("\"a b\"", "a b"), ("it\\'s", "it's"), ("\"it's", "it's"),
    ("'a\\b'", "a\\b"), ("a\\", "a"), ("", ""),
  ])
  func `a word is read without the quotes of the shell`(word: String, text: String) {
    #expect(CompletionPaths.unquoted(word) == text)
  }
}
