import Git
import GitObjects
import TestSupport
import Testing

@Suite struct QuotedAttributesTests {
  private static let files = [
    ".gitattributes": #"""
    "/a b.txt" filter=crypt diff
    *.bin filter=lfs
    "two words.bin" filter=other
    "tab\there*" filter=crypt
    "/gr\303\266\303\237e.txt" filter=lfs
    "sub/deep dir/**" filter=crypt
    "back\\\\slash" filter=crypt
    "/folder only/" filter=crypt
    "unset me" -filter
      "info kept.pdf" -filter
    "no end filter=crypt
    "bad \9 escape" filter=crypt
    """#,
    "sub/.gitattributes": "\"of sub.txt\" filter=near\n\"/deep dir/x.txt\" !filter\n",
    ".git/info/attributes": "\"info wins.bin\" filter=info\n*.pdf filter=crypt\n",
  ]

  @Test(arguments: [
    "a b.txt", "sub/a b.txt", "x.bin", "two words.bin", "sub/two words.bin", "tab\there.md", "größe.txt",
    "sub/deep dir/a.txt", "sub/deep dir/x.txt", "sub/of sub.txt", "of sub.txt", "back\\slash", "folder only/x",
    "unset me", "no end", "bad 9 escape", "info wins.bin", "info kept.pdf",
  ])
  func `a pattern in quotes has the meaning that git gives it`(name: String) throws {
    let (folder, repository) = try TemporaryFolder.withRepository()
    try folder.run(["mkdir", "-p", folder.path + "/sub", folder.path + "/.git/info"])
    for (file, text) in Self.files { try folder.write(file, Array(text.utf8)) }
    let path = try WorkspacePath(name)
    let answer = try folder.git("check-attr", "-z", "filter", "--", name)
    let value =
      switch repository.pathAttributes.filterState(of: path) {
      case .named(let filter): filter
      case .unset: "unset"
      case .unspecified: "unspecified"
      }
    #expect(answer.contains("\0filter\0\(value)\0"), "\(value) instead of \(answer)")
  }

  @Test(arguments: [
    (".gitattributes", "*.md filter=one\n"), ("sub/.gitattributes", "*.md filter=one\n"),
    (".git/info/attributes", "sub/** filter=one\n"), (".gitattributes", "[attr]hidden -diff filter=one\n*.md hidden\n"),
    ("other", "*.md filter=one\n"),
  ])
  func `a filter that a file gains is seen at the next question`(file: String, text: String) throws {
    let (folder, repository) = try TemporaryFolder.withRepository()
    try folder.run(["mkdir", "-p", folder.path + "/sub", folder.path + "/.git/info"])
    let path = try WorkspacePath("sub/a.md")
    if file == "other" {
      try folder.git("config", "core.attributesFile", folder.path + "/other")
    } else {
      try folder.write(".gitattributes", Array("*.md -diff\n".utf8))
      #expect(repository.pathAttributes.filterState(of: path) == .unspecified)
    }
    try folder.write(file, Array(text.utf8))
    #expect(repository.pathAttributes.filter(of: path) == "one")
    #expect(try folder.git("check-attr", "filter", "--", "sub/a.md").contains("one"))
  }

  @Test func `an attribute file that is missing in the work tree is that of the index, as for git`() throws {
    let (folder, repository) = try TemporaryFolder.withRepository()
    try folder.run(["mkdir", "-p", folder.path + "/sub"])
    try folder.write("sub/.gitattributes", Array("*.bin filter=other\n".utf8))
    try folder.write(".gitattributes", Array("*.key filter=crypt\n\"a b.txt\" filter=crypt\n".utf8))
    try folder.git("add", ".")
    let names = ["a.key", "sub/a.key", "a b.txt", "sub/a.bin"]
    func expect(_ expected: [String], _ place: Comment) throws {
      let paths = try names.map { try WorkspacePath($0) }
      #expect(paths.map { repository.pathAttributes.filter(of: $0) ?? "unspecified" } == expected, place)
      for (name, filter) in zip(names, expected) {
        #expect(try folder.git("check-attr", "filter", "--", name).contains("filter: \(filter)"), place)
      }
    }
    let all = ["crypt", "crypt", "crypt", "other"]
    try expect(all, "in the work tree")
    try folder.run(["rm", folder.file(".gitattributes")])
    try expect(all, "missing")
    repository.pathAttributes.reloadIgnoreRules()
    try expect(all, "read again")
    try folder.write(".gitattributes", Array("*.key diff\n".utf8))
    repository.pathAttributes.reloadIgnoreRules()
    let rest = ["unspecified", "unspecified", "unspecified", "other"]
    try expect(rest, "another one in the work tree")
    try folder.run(["rm", folder.file(".gitattributes")])
    repository.pathAttributes.reloadIgnoreRules()
    try expect(all, "missing again")
    try folder.git("rm", "-q", "--cached", ".gitattributes")
    repository.pathAttributes.reloadIgnoreRules()
    try expect(rest, "deleted")
  }

  @Test func `a filter is seen in a folder whose name is not UTF-8`() throws {
    let (folder, repository) = try TemporaryFolder.withRepository()
    let script = "d=$(printf 'b\\374ro') && mkdir \"$d\" && echo '*.md filter=one' > \"$d/.gitattributes\""
    try folder.run(["sh", "-c", "cd \"$0\" && \(script)", folder.path])
    let name = NameText.decode(Array("b".utf8) + [0xFC] + Array("ro/a.md".utf8))
    #expect(repository.pathAttributes.filter(of: try WorkspacePath(name)) == "one")
  }

  @Test func `a changed file is read again`() throws {
    let (folder, repository) = try TemporaryFolder.withRepository()
    let path = try WorkspacePath("a b")
    for filter in ["one", "two"] {
      try folder.write(".gitattributes", Array("\"a b\" filter=\(filter)\n".utf8))
      repository.pathAttributes.reloadIgnoreRules()
      #expect(repository.pathAttributes.filter(of: path) == filter)
    }
  }
}
