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
      repository.pathAttributes.isFilterUnset(of: path)
      ? "unset" : repository.pathAttributes.filter(of: path) ?? "unspecified"
    #expect(answer.contains("\0filter\0\(value)\0"), "\(value) instead of \(answer)")
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
