import GitProcess
import WorkspaceAPI
import GitObjects
import Testing

@testable import FolderKeeping
@testable import Secrets
@testable import WorkspaceEngine

/// Secrets in what the person commits with git.
@Suite struct CommittedSecretTests {
  private static let token = "gh" + "p_" + "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ"

  private func published(_ text: String, _ remote: String, _ folder: TestFolder) async throws -> Bool {
    let found = try await folder.git("--git-dir=\(remote)", "log", "--format=%H", "-S" + text, "--all")
    return !found.isEmpty
  }

  @Test func `it is held before it is published, and nothing else waits`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save("key.md", "the key \(Self.token)\n")
      try folder.save("b.md", "two\n")
      try await folder.git("add", "key.md", "b.md")
      try await folder.git("commit", "-q", "-m", "by hand")
      try folder.save("key.md", "the key \(Self.token)\nand more\n")
      try await folder.git("commit", "-q", "-a", "--allow-empty", "-m", "by hand again")
      for _ in 0..<3 { try await workspace.settle() }
      let isOut = try await published(Self.token, remote, folder)
      #expect(!isOut)
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:b.md") == "two")
      #expect(folder.text("key.md") == "the key \(Self.token)\nand more\n")
      #expect(try await workspace.status().held.map(\.path) == ["key.md"])
      #expect(try await workspace.questions().map(\.kind) == ["secret"])
      #expect(try await folder.git("show", "refs/stet/held:key.md").contains("and more"))
      try folder.save("c.md", "three\n")
      try await workspace.settle()
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:c.md") == "three")
      _ = try await workspace.policy(PolicyRequest(.allowSecret, path: "key.md", caller: .terminal))
      try await workspace.settle()
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:key.md").contains("and more"))
      #expect(try await workspace.questions().isEmpty)
      #expect(try await workspace.status().held.isEmpty)
    }
  }

  @Test func `what the person saves on top of it before it is looked for is held too`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save("key.md", "the key \(Self.token)\n")
      try await folder.git("add", "key.md")
      try await folder.git("commit", "-q", "-m", "by hand")
      try await workspace.settle()
      try folder.save("key.md", "the key \(Self.token)\nand more\n")
      try await workspace.settle()
      // It was in the tip already, so the save is; nobody looks at a commit of git's before it is to be published.
      #expect(try await folder.git("show", "refs/stet/tip:key.md").contains("and more"))
      let remote = try folder.makeRemote()
      try await folder.git("remote", "add", "origin", remote)
      for _ in 0..<3 { try await workspace.settle() }
      #expect(try await !published(Self.token, remote, folder))
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:a.md") == "one")
      #expect(folder.text("key.md") == "the key \(Self.token)\nand more\n")
      #expect(try await workspace.status().held.map(\.path) == ["key.md"])
      #expect(try await workspace.questions().map(\.kind) == ["secret"])
    }
  }

  @Test func `one that is published already, or was allowed, holds nothing back`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    // Committed and pushed by hand before Stet saw it.
    try folder.save("key.md", "the key \(Self.token)\n")
    try await folder.git("add", "key.md")
    try await folder.git("commit", "-q", "-m", "by hand")
    try await folder.git("remote", "add", "origin", remote)
    try await folder.git("push", "-q", "origin", "main")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save("key.md", "the key \(Self.token)\nand more\n")
      try await folder.git("commit", "-q", "-a", "--allow-empty", "-m", "by hand again")
      for _ in 0..<2 { try await workspace.settle() }
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:key.md").contains("and more"))
      #expect(try await workspace.questions().allSatisfy { $0.kind == "shared-secret" }, "it is out, which is asked")
    }
  }

  @Test func `what a merge by hand brings in is looked at, and so is a commit that says it is Stet's`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in try await workspace.settle() }
    try await folder.git("checkout", "-q", "-b", "side")
    try folder.save("a.md", "one, or two\n")
    try await folder.git("commit", "-q", "-a", "-m", "side")
    try await folder.git("checkout", "-q", "main")
    try folder.save("a.md", "one, or three\n")
    try await folder.git("commit", "-q", "-a", "-m", "main")
    await #expect(throws: VerbError.self) { try await folder.git("merge", "side") }
    try folder.save("a.md", "one, or four\n")
    try folder.save("merged.md", "the key \(Self.token)\n")
    try await folder.git("add", "a.md", "merged.md")
    try await folder.git("commit", "-q", "-m", "by hand")
    let other = String(Self.token.dropLast(4)) + "Wq3Z"
    try folder.save("said.md", "the key \(other)\n")
    try await folder.git("add", "said.md")
    try await folder.git("commit", "-q", "-m", "Edit said.md\n\nStet-Actor: user\nStet-Machine: desk\nStet-Change: I1")
    try await folder.open { workspace in
      for _ in 0..<3 { try await workspace.settle() }
      let held = try await workspace.status().held.map(\.path)
      #expect(held == ["merged.md", "said.md"])
      #expect(folder.text("merged.md")?.contains(Self.token) == true && folder.text("said.md")?.contains(other) == true)
      for secret in [Self.token, other] {
        let isOut = try await published(secret, remote, folder)
        #expect(!isOut)
      }
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:a.md") == "one, or four")
    }
  }

  @Test func `of more commits than are looked through at a time none goes out unseen`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in try await workspace.settle() }
    // The secret is in the oldest of 1,100, and in the files; each says that Stet made it.
    let script = """
      awk 'BEGIN { for (i = 1; i <= 1100; i++) {
        printf "commit refs/heads/main\\ncommitter Person <person@example.org> %d +0000\\ndata <<EOT\\nby hand\\n", 1700000000 + i
        printf "\\nStet-Actor: user\\nStet-Machine: desk\\n"
        printf "EOT\\n"
        if (i == 1) printf "from refs/heads/main^0\\nM 644 inline key.md\\ndata <<EOT\\nthe key \(Self.token)\\nEOT\\n"
        printf "M 644 inline %d.md\\ndata <<EOT\\nversion %d\\nEOT\\n\\n", i % 5, i
      } }' | git fast-import --quiet
      """
    try await folder.git("-c", "alias.fill=!\(script)", "fill")
    try await folder.git("reset", "-q", "--hard")
    try await folder.open { workspace in
      // However long that takes here.
      for _ in 0..<9 where try await folder.git("--git-dir=\(remote)", "rev-list", "--count", "main").count < 4 {
        try? await workspace.settle()
      }
      try await workspace.settle()
      let isOut = try await published(Self.token, remote, folder)
      #expect(!isOut)
      #expect(try await workspace.status().held.map(\.path) == ["key.md"])
      #expect(try await folder.git("--git-dir=\(remote)", "show", "main:0.md") == "version 1100")
      #expect(try await folder.git("--git-dir=\(remote)", "rev-list", "--count", "main").count == 4)
    }
  }

  @Test func `git is asked once which commits those are, however often the look goes on`() async throws {
    let folder = try await TestFolder()
    for number in 0..<20 {
      try folder.save("a.md", number == 0 ? "the key \(Self.token)\n" : "version \(number)\n")
      try await folder.git("add", "a.md")
      try await folder.git("commit", "-q", "-m", "by hand")
    }
    let tip = try #require(ObjectID(hex: try await folder.git("rev-parse", "HEAD")))
    let time = HurriedTime()
    let events = EventHub(time: time)
    let keeper = try FolderKeeper(
      folder.settings, time: time, events: events, questions: QuestionList(time: time, events: events),
      ignoredFolders: IgnoredFolders())
    let secrets = CommittedSecrets(scanned: ScannedSecrets(root: folder.root))
    let look = { (git: GitReader) in
      try await secrets.versions(
        of: tip, in: keeper, git: git, root: folder.root, policy: keeper.policy, allowed: keeper.allowedSecrets, time)
    }
    #expect(try await look(folder.git) == nil)
    let none = GitReader(root: folder.root + "/none", environment: folder.settings.environment)
    await #expect(throws: VerbError.self) { try await none.run(["version"]) }
    var count = 0
    // The end of the list is where it is asked anew.
    await #expect(throws: VerbError.self) {
      while try await look(none) == nil, count < 20 { count += 1 }
    }
    #expect(count > 1)
    #expect(try await look(folder.git)?.map(\.path) == ["a.md"])
  }

  @Test func `one in a signed commit keeps that from being published until the person decides`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save("key.md", "the key \(Self.token)\n")
      try await folder.git("add", "key.md")
      let tree = try await folder.git("write-tree")
      let head = try await folder.git("rev-parse", "HEAD")
      try folder.save(
        ".git/signed",
        """
        tree \(tree)
        parent \(head)
        author Person <person@example.org> 1770000000 +0000
        committer Person <person@example.org> 1770000000 +0000
        gpgsig -----BEGIN SSH SIGNATURE-----
         AAAA
         -----END SSH SIGNATURE-----

        by hand

        """)
      let signed = try await folder.git("hash-object", "-t", "commit", "-w", ".git/signed")
      try await folder.git("update-ref", "refs/heads/main", signed)
      await #expect(throws: VerbError.self) { try await workspace.settle() }
      let isOut = try await published(Self.token, remote, folder)
      #expect(!isOut)
      #expect(try await workspace.questions().map(\.kind) == ["secret"])
      #expect(try await folder.git("rev-parse", "refs/stet/tip") == signed)
      _ = try await workspace.policy(PolicyRequest(.allowSecret, path: "key.md", caller: .terminal))
      try await workspace.settle()
      #expect(try await folder.git("--git-dir=\(remote)", "rev-parse", "main") == signed)
      #expect(try await workspace.questions().isEmpty)
    }
  }
}
