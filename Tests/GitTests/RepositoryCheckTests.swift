import Git
import GitObjects
import Testing

struct RepositoryCheckTests {
  @Test(arguments: [
    ("[core]\n\tautocrlf = true\n", ".git/config:2"),
    ("[core]\n\tbare = false\n\tautocrlf = input # why\n", ".git/config:3"),
    ("[core]\n\tfileMode = false\n", ".git/config:2"),
    ("[core]\n\tbare = false\n\tsymlinks = no\n", ".git/config:3"),
    ("[core]\n\tsparseCheckout = true\n", ".git/config:2"),
    ("[core] splitIndex\n", ".git/config:1"),
    ("[core]\n\n\tworktree = ../x\n", ".git/config:3"),
    ("[core]\n\tbare = yes\n", ".git/config:2"),
    ("[extensions]\n\tobjectFormat = sha256\n", ".git/config:2"),
    ("[extensions]\n\tworktreeConfig = true\n", ".git/config:2"),
    ("[extensions]\n\trefStorage = reftable\n", ".git/config:2"),
    ("[extensions]\n\tpartialClone = origin\n", ".git/config:2"),
    ("[extensions]\n\tunheardOf = true\n", ".git/config:2"),
    ("[remote \"origin\"]\n\turl = /x\n\tpromisor = true\n", ".git/config:3"),
    ("[include]\n\tpath = other\n", ".git/config:2"),
    ("[includeIf \"gitdir:~/x/\"]\n\tpath = other\n", ".git/config:2"),
  ])
  func `settings that would change content or hide files are refused with their line`(text: String, place: String) {
    var facts = RepositoryFacts()
    facts.configuration = [RepositoryFacts.File(path: ".git/config", text: text)]
    #expect(RepositoryCheck.findings(facts).map(\.place) == [place])
    #expect(RepositoryCheck.findings(facts).map(\.verdict) == [.refused])
  }

  @Test(arguments: ["fileMode", "symlinks"])
  func `a refusal of a setting that git made for the disk asks for another disk first`(name: String) throws {
    var facts = RepositoryFacts()
    facts.configuration = [RepositoryFacts.File(path: ".git/config", text: "[core]\n\t\(name) = false\n")]
    let text = try #require(RepositoryCheck.findings(facts).first?.explanation)
    let disk = try #require(text.firstRange(of: "use a disk that keeps them"))
    let setting = try #require(text.firstRange(of: "git config core.\(name) true"))
    #expect(disk.upperBound < setting.lowerBound)
  }

  @Test(arguments: [
    "[core]\n\tautocrlf = false\n\tfilemode = true\n\tbare = false\n", "[core]\n\teol = lf\n",
    "[core]\n\tsymlinks = true\n",
    "[remote \"autocrlf\"]\n\turl = core.autocrlf\n", "# [core]\n# autocrlf = true\n", "",
    "[extensions]\n\tobjectFormat = sha1\n",
  ])
  func `ordinary settings are no finding`(text: String) {
    var facts = RepositoryFacts()
    facts.configuration = [RepositoryFacts.File(path: ".git/config", text: text)]
    #expect(RepositoryCheck.findings(facts).isEmpty)
  }

  @Test(arguments: [
    ("*.txt text\n", Finding.Verdict.refused), ("# c\n*.md eol=lf", .refused), ("*.c ident", .refused),
    ("\"a b.txt\" working-tree-encoding=UTF-16", .refused), ("secrets/** filter=git-crypt diff=git-crypt", .handled),
  ])
  func `attributes that convert content are refused or held`(text: String, verdict: Finding.Verdict) {
    var facts = RepositoryFacts()
    facts.attributes = [RepositoryFacts.File(path: ".gitattributes", text: text)]
    let line = text.hasPrefix("#") ? 2 : 1
    #expect(RepositoryCheck.findings(facts).map(\.place) == [".gitattributes:\(line)"])
    #expect(RepositoryCheck.findings(facts).map(\.verdict) == [verdict])
  }

  @Test(arguments: [
    "* text=auto", "*.png binary", "*.bin -text", "*.psd filter=lfs diff=lfs merge=lfs -text", "a !eol",
  ])
  func `attributes that leave content alone are no finding`(text: String) {
    var facts = RepositoryFacts()
    facts.attributes = [RepositoryFacts.File(path: ".gitattributes", text: text)]
    #expect(RepositoryCheck.findings(facts).isEmpty)
  }

  @Test func `what stock git makes is judged from the disk`() throws {
    let peer = try Peer()
    try peer.record(["a/b.md": "one\n", "c.md": "two\n"])
    #expect(try RepositoryCheck.findings(RepositoryFacts(root: peer.folder.path)).isEmpty)
    try peer.folder.git("worktree", "add", "-q", "--detach", peer.folder.path + "/wt")
    let linked = try RepositoryCheck.findings(RepositoryFacts(root: peer.folder.path + "/wt"))
    #expect(linked.map(\.place) == [".git"])
    let main = try RepositoryCheck.findings(RepositoryFacts(root: peer.folder.path))
    #expect(main.map(\.place) == [".git/worktrees/wt"] && main.map(\.verdict) == [.handled])
    try peer.folder.git("worktree", "remove", "--force", "wt")
    try peer.folder.git("update-index", "--split-index")
    #expect(try RepositoryCheck.findings(RepositoryFacts(root: peer.folder.path)).first?.subject == "a split index")
    try peer.folder.git("update-index", "--no-split-index")
    try peer.folder.git("sparse-checkout", "set", "a")
    let sparse = try RepositoryCheck.findings(RepositoryFacts(root: peer.folder.path))
    #expect(sparse.contains { $0.place.hasPrefix(".git/config.worktree:") && $0.verdict == .refused })
  }

  @Test func `attribute files of every recorded folder, and of the named ones, are judged`() throws {
    let peer = try Peer()
    try peer.record(["a/b/.gitattributes": "# none\n*.txt ident\n", "c.md": "two\n"])
    try peer.folder.write("new/.gitattributes", "*.txt eol=crlf\n")
    let recorded = try RepositoryCheck.findings(RepositoryFacts(root: peer.folder.path))
    #expect(recorded.map(\.place) == ["a/b/.gitattributes:2"])
    let named = ["new/.gitattributes", "missing/.gitattributes"]
    let all = try RepositoryCheck.findings(RepositoryFacts(root: peer.folder.path, attributeFiles: named))
    #expect(all.map(\.place) == ["a/b/.gitattributes:2", "new/.gitattributes:1"])
  }

  @Test func `attributes below the root that change no bytes at a checkout are no finding`() {
    var facts = RepositoryFacts()
    facts.attributes = [.init(path: "vendor/.gitattributes", text: "*.sh text eol=lf\n*.ps1 text eol=crlf\n")]
    #expect(RepositoryCheck.findings(facts).map(\.place) == ["vendor/.gitattributes:2"])
    facts.attributes = [.init(path: ".gitattributes", text: "*.sh text eol=lf\n")]
    #expect(RepositoryCheck.findings(facts).map(\.subject) == ["text", "eol=lf"])
  }

  @Test func `ignore rules and attributes are those of the work tree`() throws {
    let peer = try Peer()
    try peer.folder.write(".gitignore", "*.log\nbuild/\n!keep.log\n")
    try peer.folder.write("sub/.gitignore", "/only-here\n")
    try peer.folder.write(".git/info/exclude", "excluded.md\n")
    try peer.folder.write(".gitattributes", "secrets/** filter=git-crypt\n*.psd filter=lfs -text\n*.log2 merge=union\n")
    let cases: [(String, Bool, Bool)] = [
      ("a.log", false, true), ("keep.log", false, false), ("build", true, true), ("build", false, false),
      ("build/deep/x.md", false, true), ("sub/only-here", false, true), ("only-here", false, false),
      ("excluded.md", false, true), ("a.md", false, false), ("é/a.log", false, true),
    ]
    for (path, isDirectory, expected) in cases {
      let ignored = try peer.repository.pathAttributes.isIgnored(WorkspacePath(path), isDirectory: isDirectory)
      #expect(ignored == expected, "\(path)")
    }
    try peer.folder.write(".gitignore", "a.md\n")
    peer.repository.pathAttributes.reloadIgnoreRules()
    #expect(try peer.repository.pathAttributes.isIgnored(WorkspacePath("a.md"), isDirectory: false))
    #expect(try !peer.repository.pathAttributes.isIgnored(WorkspacePath("a.log"), isDirectory: false))
    peer.repository.pathAttributes.addIgnoreRules("*.swp\n")
    #expect(try peer.repository.pathAttributes.isIgnored(WorkspacePath("x/a.swp"), isDirectory: false))
    #expect(try peer.repository.pathAttributes.filter(of: WorkspacePath("secrets/deep/key")) == "git-crypt")
    #expect(try peer.repository.pathAttributes.filter(of: WorkspacePath("a.psd")) == "lfs")
    #expect(try peer.repository.pathAttributes.filter(of: WorkspacePath("a.md")) == nil)
  }
}
