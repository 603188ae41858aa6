import WorkspaceAPI
import FoundationEssentials
import Git
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import FolderKeeping
@testable import Permissions
@testable import WorkspaceEngine

/// Files that are recorded on this machine and never published.
@Suite struct LocalOnlyTests {
  private static let secret = "hunter2-the-password"

  private func published(_ text: String, _ remote: String, _ folder: TestFolder) async throws -> Bool {
    let found = try await folder.git("--git-dir=\(remote)", "log", "--format=%H", "-S" + text, "--all")
    return !found.isEmpty
  }

  private func exchanging() async throws -> (folder: TestFolder, remote: String) {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    return (folder, remote)
  }

  @Test(arguments: [
    (".env", true), ("app/.env.production", true), (".env.example", false), ("credentials.json", true),
    ("secrets/x.txt", true), ("a/SECRETS/b/c.md", true), ("id_ed25519", true), ("keys/id_rsa", true),
    ("keys/id_rsa.pub", false), ("tls/Server.PEM", true), ("a.key", true), ("b.p12", true), ("c.pfx", true),
    ("secretsauce.md", false), ("keynote.md", false), ("environment.md", false),
  ])
  func `names of passwords and keys are protected and local only unless the policy says otherwise`(
    path: String, isSensitive: Bool
  ) throws {
    for policy in [Policy.standard, try Policy(toml: "[agents]\nread_only = [\"a\"]\n")] {
      let read = AgentAct(.read, path, agent: "bot")
      #expect((policy.verdict(on: read).reason == .protected) == isSensitive)
      #expect((policy.localOnly.covering(PathIdentity(path)) != nil) == isSensitive)
    }
    let open = try Policy(toml: "[agents]\nprotected = []\n[recording]\nlocal_only = [\"*.draft\"]\n")
    #expect(open.verdict(on: AgentAct(.read, path, agent: "bot")) == .allowed)
    #expect(open.localOnly.covering(PathIdentity(path)) == nil)
    #expect(open.localOnly.covering(PathIdentity("a/b.draft")) == "*.draft")
  }

  @Test func `a local-only file is recorded, shown as such, and in nothing that is published`() async throws {
    let (folder, remote) = try await exchanging()
    try folder.save("secrets/old.txt", Self.secret)
    try await folder.open { workspace in
      try folder.save(".env", "PASSWORD=\(Self.secret)\n")
      try folder.save("app/id_rsa", "\(Self.secret) too\n")
      try folder.save("a.md", "one\n")
      try folder.save(".env.example", "PASSWORD=\n")
      try await workspace.settle()
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .move(to: "secrets/a.md")))
      try await workspace.settle()
      let held = try await workspace.status().held
      #expect(held.map(\.path) == [".env", "app/id_rsa", "secrets/a.md", "secrets/old.txt"])
      #expect(held.allSatisfy { $0.reason.contains("local only") })
      #expect(try await !published(Self.secret, remote, folder))
      let names = try await folder.git("--git-dir=\(remote)", "ls-tree", "-r", "--name-only", "main")
      #expect(names == ".env.example")
      #expect(try await folder.git("show", "refs/stet/held:.env") == "PASSWORD=\(Self.secret)")
      let listed = try await workspace.list(ListRequest(path: nil, recursive: true))
      #expect(listed.filter { $0.isLocalOnly == true }.map(\.path) == held.map(\.path))
      let root = try await workspace.list(ListRequest(path: nil, recursive: false))
      #expect(root.map(\.path) == [".env", ".env.example", "app", "secrets"])
      #expect(try await workspace.read(ReadRequest(path: ".env")).content == "PASSWORD=\(Self.secret)\n")
      #expect(try await workspace.questions().isEmpty)
    }
    // A start records none of them anew.
    let count = try await folder.git("rev-list", "--count", "refs/stet/held")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.status().held.count == 4)
      #expect(try await folder.git("rev-list", "--count", "refs/stet/held") == count)
    }
  }

  /// The ways in which a local-only file gets another name.
  enum Naming: CaseIterable {
    case rename, verb, batch, whileStopped, hardLink, partedLink
  }

  @Test(arguments: Naming.allCases)
  func `a local-only file stays here under another name until the policy releases that`(naming: Naming) async throws {
    let (folder, remote) = try await exchanging()
    let isLink = naming == .hardLink || naming == .partedLink
    let names = [("credentials.json", "c2.json"), ("secrets/a.txt", "archive/a.txt")]
    func name(_ from: String, _ to: String) throws {
      let (from, to) = (folder.root + "/" + from, folder.root + "/" + to)
      try #require((isLink ? link(from, to) : rename(from, to)) == 0)
    }
    for (path, _) in names { try folder.save(path, "\(Self.secret) \(path)\n") }
    try folder.save("archive/b.md", "open\n")
    try await folder.open { workspace in
      try await workspace.settle()
      for (from, to) in names where naming != .whileStopped {
        switch naming {
        case .verb: _ = try await workspace.write(WriteRequest(path: from, action: .move(to: to)))
        case .batch:
          _ = try await workspace.writeTogether(
            BatchRequest(
              writes: [
                WriteRequest(path: from, action: .delete),
                WriteRequest(path: to, action: .copy(from: from, revision: nil)),
              ], renames: [[from, to]], caller: .person))
        default:
          try name(from, to)
        }
      }
      try await workspace.settle()
      guard naming == .partedLink else { return }
      for (from, _) in names {
        try folder.save(from + ".new", "other\n")
        #expect(rename(folder.root + "/" + from + ".new", folder.root + "/" + from) == 0)
      }
      try await workspace.settle()
    }
    if naming == .whileStopped { for (from, to) in names { try name(from, to) } }
    try await folder.open { workspace in
      try await workspace.settle()
      for (_, to) in names { try folder.save(to, "\(Self.secret) changed\n") }
      for _ in 0..<2 { try await workspace.settle() }
      let held = try await workspace.status().held.map(\.path).sorted()
      #expect(held == (names.map(\.1) + (isLink ? names.map(\.0) : [])).sorted())
      #expect(try await !published(Self.secret, remote, folder))
      let shown = try await folder.git("--git-dir=\(remote)", "ls-tree", "-r", "--name-only", "main")
      #expect(!shown.contains("c2.json") && !shown.contains("archive/a.txt") && shown.contains("archive/b.md"))
      guard naming == .rename else { return }
      try folder.save(
        ".stet/policy.toml", "[recording]\nlocal_only = [\"credentials.json\", \"secrets\", \"!c2.json\"]\n")
      for _ in 0..<3 { try await workspace.settle() }
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:c2.json") == "\(Self.secret) changed")
      #expect(try await workspace.status().held.map(\.path) == ["archive/a.txt"])
    }
  }

  @Test func `a local-only file that the person's git committed is in nothing that is published`() async throws {
    let (folder, remote) = try await exchanging()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save(".env", "PASSWORD=\(Self.secret)\n")
      try folder.save("b.md", "two\n")
      try await folder.git("add", ".env", "b.md")
      try await folder.git("commit", "-q", "-m", "by hand")
      for _ in 0..<3 { try await workspace.settle() }
      #expect(try await !published(Self.secret, remote, folder))
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:b.md") == "two")
      #expect(folder.text(".env") == "PASSWORD=\(Self.secret)\n")
      #expect(try await workspace.status().held.map(\.path) == [".env"])
      #expect(try await workspace.questions().isEmpty)
    }
  }

  @Test func `what the policy releases is recorded on the tip, and what it takes is kept here from then on`()
    async throws
  {
    let (folder, remote) = try await exchanging()
    try await folder.open { workspace in
      try folder.save("a.pem", "a certificate\n")
      try folder.save("b.md", "before\n")
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == ["a.pem"])
      try folder.save(".stet/policy.toml", "[recording]\nlocal_only = [\"b.md\"]\n")
      for _ in 0..<2 { try await workspace.settle() }
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:a.pem") == "a certificate")
      #expect(try await workspace.status().held.isEmpty)
      try folder.save("b.md", "\(Self.secret)\n")
      for _ in 0..<2 { try await workspace.settle() }
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:b.md") == "before")
      #expect(try await !published(Self.secret, remote, folder))
      #expect(try await workspace.status().held.map(\.path) == ["b.md"])
      let question = try #require(try await workspace.questions().first)
      #expect(question.kind == "local-only" && question.path == "b.md")
      _ = try await workspace.answer(AnswerRequest(id: question.id, word: "known"))
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      #expect(try await workspace.status().held.map(\.path) == ["b.md"])
    }
  }

  @Test(arguments: [false, true])
  func `a version that no remote has yet does not go out, though the policy came later`(
    isWhileStopped: Bool
  ) async throws {
    let folder = try await TestFolder()
    let open = "[recording]\nlocal_only = []\n"
    try folder.save(".stet/policy.toml", open)
    try await folder.open { workspace in
      try folder.save(".env", "PASSWORD=\(Self.secret)\n")
      try folder.save("old.pem", "\(Self.secret), and gone\n")
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      try folder.save(".env", "PASSWORD=\(Self.secret) too\n")
      try FileManager.default.removeItem(atPath: folder.root + "/old.pem")
      try await workspace.settle()
      #expect(try await folder.git("ls-tree", "--name-only", "main", ".env", "old.pem") == ".env")
      // As where a newer Stet has other defaults.
      if !isWhileStopped { try folder.save(".stet/policy.toml", "") }
    }
    if isWhileStopped { try folder.save(".stet/policy.toml", "") }
    try await folder.open { workspace in
      let remote = try folder.makeRemote()
      try await folder.git("remote", "add", "origin", remote)
      for _ in 0..<3 { try await workspace.settle() }
      #expect(try await !published(Self.secret, remote, folder))
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:a.md") == "one")
      #expect(folder.text(".env") == "PASSWORD=\(Self.secret) too\n")
      #expect(try await workspace.status().held.map(\.path) == [".env"])
      #expect(try await folder.git("show", "refs/stet/held:.env") == "PASSWORD=\(Self.secret) too")
      #expect(try await workspace.questions().isEmpty)
    }
  }

  @Test func `a presentation is no private key though both are named alike`() async throws {
    let (folder, remote) = try await exchanging()
    try await folder.open { workspace in
      try folder.save("talk.key", "PK\u{3}\u{4} and more")
      try folder.save("Bundle.key/Index.zip", "parts of one")
      try folder.save("Bundle.key/server.key", "a key\n")
      try folder.save("server.KEY", "\(Self.secret)\n")
      try folder.save("secrets/talk.key", "PK\u{3}\u{4} \(Self.secret)")
      for _ in 0..<2 { try await workspace.settle() }
      let names = try await folder.git("--git-dir=\(remote)", "ls-tree", "-r", "--name-only", "main")
      #expect(names == "Bundle.key/Index.zip\ntalk.key")
      let held = ["Bundle.key/server.key", "secrets/talk.key", "server.KEY"]
      #expect(try await workspace.status().held.map(\.path).sorted() == held)
      for path in held + ["Bundle.key/server.key.", "new.key"] {
        let read = AgentAct(.read, path, agent: "bot")
        #expect(workspace.keeper.policy.verdict(on: read).reason == .protected, "\(path)")
      }
      for path in ["talk.key", "Bundle.key/Index.zip"] {
        #expect(workspace.keeper.policy.verdict(on: AgentAct(.read, path, agent: "bot")) == .allowed, "\(path)")
      }
      // By the person's git, and under another name.
      try folder.save("later.key", "PK\u{3}\u{4} later")
      try await folder.git("add", "later.key")
      try await folder.git("commit", "-q", "--allow-empty", "-m", "by hand")
      _ = try await workspace.write(WriteRequest(path: "talk.key", action: .move(to: "speech.key")))
      for _ in 0..<3 { try await workspace.settle() }
      let later = try await folder.git("--git-dir=\(remote)", "ls-tree", "--name-only", "main")
      #expect(later == "Bundle.key\nlater.key\nspeech.key")
      #expect(try await !published(Self.secret, remote, folder))
      #expect(try await workspace.questions().isEmpty)
    }
  }

  @Test func `one that was published before is asked about until git takes it out, and stays in the folder`()
    async throws
  {
    let (folder, remote) = try await exchanging()
    try folder.save(".env", "PASSWORD=old\n")
    try await folder.git("add", ".env")
    try await folder.git("commit", "-q", "-m", "by hand")
    try await folder.git("push", "-q", "origin", "main")
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.questions().map(\.kind) == ["local-only"])
      try folder.save(".env", "PASSWORD=\(Self.secret)\n")
      try await workspace.settle()
      #expect(try await workspace.status().held.map(\.path) == [".env"])
      try await folder.git("rm", "-q", "--cached", ".env")
      try await folder.git("commit", "-q", "-m", "out")
      for _ in 0..<3 { try await workspace.settle() }
      #expect(try await workspace.questions().isEmpty)
      #expect(try await folder.git("--git-dir=\(remote)", "ls-tree", "--name-only", "main").isEmpty)
      #expect(folder.text(".env") == "PASSWORD=\(Self.secret)\n")
      #expect(try await workspace.status().held.map(\.path) == [".env"])
      #expect(try await !published(Self.secret, remote, folder))
    }
  }

  @Test func `a start asks again and looks at what changed since the last look alone`() async throws {
    let (folder, _) = try await exchanging()
    for name in [".env", "b.pem"] { try folder.save(name, "old\n") }
    try await folder.git("add", ".")
    try await folder.git("commit", "-q", "-m", "by hand")
    try await folder.git("push", "-q", "origin", "main")
    try await folder.open { workspace in
      try await workspace.settle()
      let ids = try await workspace.questions().map(\.id)
      #expect(ids.count == 2)
      _ = try await workspace.answer(AnswerRequest(id: ids[0], word: "known"))
    }
    try await folder.open { workspace in
      let keeper = workspace.keeper
      let kinds = try await workspace.questions().map(\.kind)
      #expect(kinds == ["local-only"])
      #expect(await keeper.publishedLocalOnly.tree != nil)
      #expect(await keeper.publishedLocalOnly.asked.count == 1)
    }
    // Other rules look at all.
    try folder.save(".stet/policy.toml", "[recording]\nlocal_only = [\"*.pem\"]\n")
    try await folder.open { workspace in
      for _ in 0..<2 { try await workspace.settle() }
      #expect(await workspace.keeper.publishedLocalOnly.asked.allSatisfy { $0.string == "b.pem" })
    }
  }

  @Test func `a whole tree is looked through folder by folder, and others come between`() throws {
    let store = MemoryObjectStore()
    let editor = TreeEditor(store: store)
    let paths = ["a.md", "b/.env", "b/c/d.md", "b/c/e/.env", "f/g.md"]
    let blob = try store.write(.blob, Array("x".utf8))
    let tree = try editor.apply(paths.map { .set(path: $0, mode: .file, id: blob) }, to: nil)
    var walk = LocalOnlyWalk(through: tree)
    var slices = 0
    while !walk.isDone {
      try walk.advance(store, { path, _ in path.hasSuffix(".env") }, while: { false })
      slices += 1
    }
    #expect(slices == 5 && walk.found.map(\.string).sorted() == ["b/.env", "b/c/e/.env"])
  }

  @Test func `a version that comes from elsewhere replaces nothing that is local only here unrecorded`() async throws {
    let (folder, remote) = try await exchanging()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try folder.save(".env", "PASSWORD=\(Self.secret)\n")
      try await workspace.settle()
      let script = """
        unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX && git clone -q '\(remote)' '\(folder.place)/other' &&
        cd '\(folder.place)/other' && echo THEIRS=1 > .env && git add -f .env &&
        git -c user.name=Bob -c user.email=b@example.org commit -q -m theirs && git push -q origin main
        """
      try await folder.git("-c", "alias.theirs=!\(script.replacing("\n", with: " "))", "theirs")
      try await workspace.settle()
      // The exchange or the first look merges both; a file that a program had open just then waits for the next look.
      try await until {
        let text = folder.text(".env") ?? ""
        return text.contains(Self.secret) && text.contains("THEIRS=1")
      }
      try await until {
        try await !folder.git("log", "--all", "--format=%H", "-S" + Self.secret, "--", ".env").isEmpty
      }
      #expect(try await folder.git("log", "--format=%H", "-S" + Self.secret, "refs/stet/held").isEmpty == false)
      #expect(try await !published(Self.secret, remote, folder))
      #expect(try await workspace.questions().contains { $0.kind == "local-only" })
    }
  }
}
