import Git
import GitObjects
import TestSupport
import Testing

/// The answers about ignored paths that need no libgit2.
@Suite struct IgnoreFilesTests {
  @Test(arguments: [
    ("*.log", "a.LOG"), ("/CONFLICTS.md", "CONFLICTS.md"), ("lu?????*.tmp", "lu12345x.tmp"), ("\\#*#", "#a#"),
    ("*___tmp", "x___tmp"), ("build/", "build/deep/a.md"), ("a/**", "a/b/c"), ("a/**/z", "a/b/c/z"),
    ("[ab].md", "b.md"), ("data[/_]private", "data_private"),
    ("back\\\\slash", "back\\slash"), ("sub/.gitignore", "sub/.gitignore"), ("*", "x/y"),
  ])
  func `a path that a pattern of git matches is ignored`(pattern: String, name: String) throws {
    let (folder, _) = try TemporaryFolder.withRepository()
    try folder.git("config", "core.ignoreCase", "true")
    try folder.write(".gitignore", pattern + "\n")
    let repository = try Repository(root: folder.path)
    #expect(try repository.pathAttributes.isIgnored(WorkspacePath(name), isDirectory: false))
  }

  @Test(arguments: Seeds.blocks(plain: 40, long: 2_000))
  func `an answer without libgit2 is the one that libgit2 gives`(seeds: Range<UInt64>) throws {
    let parts = ["a", "b", "B", "ab", "*", "?", "[ab]", "\\*", "/", "/", "**/", ".", "-", "!", "#", " ", "é", "\\"]
    let names = ["a", "b", "B", "ab", "a.b", "-", "#", "*", "é", "a b", "b!"]
    let (folder, plain) = try TemporaryFolder.withRepository()
    let whole = try Repository(root: folder.path)
    // With a rule of its own it always asks libgit2.
    whole.pathAttributes.addIgnoreRules("# nothing\n")
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      func text() -> String {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          (0..<Int.random(in: 1...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n") + "\n"
      }
      for file in [".gitignore", "a/.gitignore", "a/b/.gitignore", ".git/info/exclude"] {
        try folder.write(file, text())
      }
      for repository in [plain, whole] { repository.pathAttributes.reloadIgnoreRules() }
      let keeps = Bool.random(using: &random)
      plain.pathAttributes.keepAnswers(keeps)
      for _ in 0..<40 {
        let name = (0..<Int.random(in: 1...3, using: &random)).map { _ in names.randomElement(using: &random) ?? "a" }
          .joined(separator: "/")
        let (path, isFolder) = (try WorkspacePath(name), Bool.random(using: &random))
        #expect(
          plain.pathAttributes.isIgnored(path, isDirectory: isFolder)
            == whole.pathAttributes.isIgnored(path, isDirectory: isFolder), "seed \(seed): \(name)")
      }
      plain.pathAttributes.keepAnswers(false)
    }
  }

  @Test func `answers that are kept are those of the time when keeping began`() throws {
    let (folder, repository) = try TemporaryFolder.withRepository()
    let (path, rules) = (try WorkspacePath("a/x.md"), repository.pathAttributes)
    try folder.write("a/x.md", "x\n")
    rules.keepAnswers(true)
    #expect(!rules.isIgnored(path, isDirectory: false) && rules.filter(of: path) == nil)
    try folder.write("a/.gitignore", "x.md\n")
    try folder.write(".gitattributes", "*.md filter=other\n")
    #expect(!rules.isIgnored(path, isDirectory: false) && rules.filter(of: path) == nil)
    rules.keepAnswers(true)
    #expect(rules.isIgnored(path, isDirectory: false) && rules.filter(of: path) == "other")
    rules.keepAnswers(false)
    try folder.write("a/.gitignore", "other\n")
    #expect(!rules.isIgnored(path, isDirectory: false))
  }
}
