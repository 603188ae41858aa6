import Commands
import Testing

/// The paths that a shell completes.
@Suite struct CompletionPathsTests {
  private static let folders: [String: [CompletionPaths.Entry]] = [
    "": [
      .init("Research", isFolder: true), .init("Recipes", isFolder: true), .init("readme.md"), .init("a b.md"),
      .init(".git", isFolder: true), .init(".stet", isFolder: true), .init(".gitignore"),
    ],
    "Research/": [.init("whales.md"), .init("Deep", isFolder: true), .init(".hidden")],
    "../": [.init("Other", isFolder: true)], "../Other/": [], "/w/": [.init("x.md")], "~/": [.init("y.md")],
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
    #expect(CompletionPaths.candidates(for: text) { Self.folders[$0] ?? [] } == paths)
  }

  @Test(arguments: [
    ("Re", "Re"), ("a\\ b", "a b"), ("'a b", "a b"), ("\"a b\"", "a b"), ("it\\'s", "it's"), ("\"it's", "it's"),
    ("'a\\b'", "a\\b"), ("a\\", "a"), ("", ""),
  ])
  func `a word is read without the quotes of the shell`(word: String, text: String) {
    #expect(CompletionPaths.unquoted(word) == text)
  }
}
