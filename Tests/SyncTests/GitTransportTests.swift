import Git
import GitObjects
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import GitProcess

/// Only real children meet these: servers that are silent, broken or refuse.
@Suite struct GitTransportTests {
  private static let quick = ChildDeadline(stall: .milliseconds(300), answer: .milliseconds(600))

  /// A repository whose remote is this address.
  private func repository(
    _ address: String, deadline: ChildDeadline = .exchange
  ) async throws -> (folder: TemporaryFolder, store: Repository, transport: GitTransport) {
    let folder = TemporaryFolder()
    try await folder.run("git", "init", "-q", "-b", "main", "a")
    try await folder.run("git", "-C", "a", "remote", "add", "origin", address)
    let setting = TransportConformanceTests.setting(
      folder, "a", environment: ["GIT_SSH_COMMAND": "ssh -F none -oStrictHostKeyChecking=yes"], deadline: deadline)
    return (folder, try Repository(root: folder.path + "/a"), GitTransport(setting))
  }

  private func fetchError(_ address: String, deadline: ChildDeadline = .exchange) async throws -> TransportError? {
    let (folder, store, transport) = try await repository(address, deadline: deadline)
    defer { withExtendedLifetime(folder) {} }
    do {
      _ = try await transport.fetch("main", into: store, isolation: nil)
      return nil
    } catch { return error }
  }

  @Test func `a remote that is not there is missing`() async throws {
    guard case .missing = try await fetchError("/nowhere/notes.git") else {
      Issue.record("not missing")
      return
    }
  }

  @Test func `a branch that comes while it is fetched is fetched`() async throws {
    let (folder, store, transport) = try await repository("hub.git")
    try await folder.run("git", "-C", "a", "remote", "set-url", "origin", folder.path + "/hub.git")
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    let commit = try store.makeCommit(["a.md": "one\n"])
    try await folder.run("git", "-C", "a", "push", "-q", folder.path + "/hub.git", "\(commit.hex):refs/heads/other")
    // Behind the first answer, which has no branch, somebody makes it.
    try folder.write(
      """
      #!/bin/sh
      git-upload-pack "$@"
      status=$?
      git -C '\(folder.path)/hub.git' update-ref refs/heads/main \(commit.hex)
      exit $status
      """, to: "serve", isProgram: true)
    try await folder.run("git", "-C", "a", "config", "remote.origin.uploadpack", folder.path + "/serve")
    #expect(try await transport.fetch("main", into: store, isolation: nil) == .fetched(commit))
  }

  @Test(arguments: ["git@127.0.0.1:notes.git", "ssh://git@127.0.0.1:PORT/notes.git", "http://127.0.0.1:PORT/notes.git"])
  func `a server that accepts and stays silent is given up`(form: String) async throws {
    let server = try LoopbackServer()
    let address = form.contains("PORT") ? form.replacingPort(server.port) : "ssh://git@127.0.0.1:\(server.port)/notes"
    #expect(try await fetchError(address, deadline: Self.quick) == .timedOut(seconds: 1))
  }

  @Test func `calling off ends the child with all it started`() async throws {
    let server = try LoopbackServer()
    let task = Task { try await fetchError("ssh://git@127.0.0.1:\(server.port)/notes") }
    try await server.accept()
    task.cancel()
    #expect(try await task.value == .cancelled)
    // ssh is gone too: its end of the connection is closed.
    try await server.waitForEnd()
  }

  @Test func `a closed port is offline`() async throws {
    let server = try LoopbackServer()
    server.close()
    guard case .offline = try await fetchError("http://127.0.0.1:\(server.port)/notes.git") else {
      Issue.record("not offline")
      return
    }
  }

  @Test(arguments: [
    ("401 Unauthorized", "denied"), ("403 Forbidden", "denied"), ("404 Not Found", "missing"), ("200 OK", "offline"),
    ("503 Unavailable", "offline"),
  ])
  func `what a web server answers is understood`(status: String, kind: String) async throws {
    let server = try LoopbackServer()
    let page = "<html>\n<body>Welcome to the hotel's network</body>\n</html>\n"
    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n"
    let answering = Task { await server.answerAll(head + page) }
    defer { answering.cancel() }
    let error = try #require(try await fetchError("http://127.0.0.1:\(server.port)/notes.git"))
    switch (error, kind) {
    case (.denied, "denied"), (.missing, "missing"), (.offline, "offline"): break
    default: Issue.record("\(status): \(error)")
    }
  }

  @Test(arguments: ["<html>one line without an end</html>", "", "{\"login\":true}", "<html>\n<p>two</p>\n</html>\n"])
  func `a page that is no answer of git's is no remote without the branch`(page: String) async throws {
    let server = try LoopbackServer()
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nConnection: close"
    let answering = Task { await server.answerAll(head + "\r\n\r\n" + page) }
    defer { answering.cancel() }
    let (folder, store, transport) = try await repository("http://127.0.0.1:\(server.port)/notes.git")
    defer { withExtendedLifetime(folder) {} }
    await #expect(throws: TransportError.offline(GitFailure.page)) {
      try await transport.fetch("main", into: store, isolation: nil)
    }
    await #expect(throws: TransportError.offline(GitFailure.page)) { try await transport.branches(isolation: nil) }
  }

  @Test func `a hook's refusal is told in its own words`() async throws {
    let (folder, store, transport) = try await repository("/tmp/placeholder")
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    try await folder.run("git", "-C", "a", "remote", "set-url", "origin", folder.path + "/hub.git")
    try folder.write(
      "#!/bin/sh\necho 'no files over 1 MB'\nexit 1\n", to: "hub.git/hooks/pre-receive",
      isProgram: true)
    let tip = try store.makeCommit(["a.md": "a\n"])
    let answer = try await transport.push(tip, to: "main", from: store, isolation: nil)
    #expect(answer == .refused(message: "no files over 1 MB\npre-receive hook declined"))
  }

  @Test func `a hook at the remote may work in silence for longer than a transfer may stall`() async throws {
    let (folder, store, transport) = try await repository(
      "/tmp/placeholder", deadline: ChildDeadline(stall: .seconds(3), answer: .seconds(60)))
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    try await folder.run("git", "-C", "a", "remote", "set-url", "origin", folder.path + "/hub.git")
    try folder.write("#!/bin/sh\nsleep 5\n", to: "hub.git/hooks/pre-receive", isProgram: true)
    let tip = try store.makeCommit(["a.md": "a\n"])
    #expect(try await transport.push(tip, to: "main", from: store, isolation: nil) == .accepted)
  }

  @Test func `a lock that was left behind at the remote is not a race`() async throws {
    let (folder, store, transport) = try await repository("/tmp/placeholder")
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    try await folder.run("git", "-C", "a", "remote", "set-url", "origin", folder.path + "/hub.git")
    try folder.write("", to: "hub.git/refs/heads/main.lock")
    let tip = try store.makeCommit(["a.md": "a\n"])
    let answer = try await transport.push(tip, to: "main", from: store, isolation: nil)
    guard case .locked(let words) = answer else {
      Issue.record("not locked: \(answer)")
      return
    }
    #expect(words.hasPrefix("Unable to create '") && words.hasSuffix("main.lock': File exists"))
  }

  @Test func `the hooks and prompts of the person's own repository stay still`() async throws {
    let (folder, store, transport) = try await repository("/tmp/placeholder")
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    try await folder.run("git", "-C", "a", "remote", "set-url", "origin", folder.path + "/hub.git")
    for hook in ["pre-push", "reference-transaction", "post-checkout"] {
      try folder.write(
        "#!/bin/sh\necho x >> \(folder.path)/hooked\n", to: "a/.git/hooks/\(hook)", isProgram: true)
    }
    let tip = try store.makeCommit(["a.md": "a\n"])
    #expect(try await transport.push(tip, to: "main", from: store, isolation: nil) == .accepted)
    #expect(try await transport.fetch("main", into: store, isolation: nil) == .fetched(tip))
    #expect(folder.text("hooked") == nil)
    #expect(folder.text("a/.git/FETCH_HEAD") == nil)
  }

  @Test func `damaged history is not taken`() async throws {
    let (folder, store, transport) = try await repository("/tmp/placeholder")
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    try await folder.run("git", "-C", "a", "remote", "set-url", "origin", folder.path + "/hub.git")
    try await folder.run("git", "init", "-q", "-b", "main", "evil")
    let evil = try Repository(root: folder.path + "/evil")
    let blob = try evil.write(.blob, Array("x\n".utf8))
    let tree = try evil.write(.tree, Array("100644 .git\0".utf8) + blob.bytes)
    let ada = Signature(name: "Ada", email: "ada@example.org", seconds: 1_700_000_000)
    // A commit by nobody: the check on receipt must refuse it.
    let damaged = try evil.write(.commit, Array("tree \(tree.hex)\n\nx\n".utf8))
    let odd = try evil.write(
      .commit, Commit(tree: tree, parents: [], author: ada, committer: ada, message: "x\n").content)
    func push(_ commit: ObjectID) async throws {
      try await folder.run(
        "git", "-C", "evil", "push", "-q", folder.path + "/hub.git", "+\(commit.hex):refs/heads/main")
    }
    try await push(damaged)
    await #expect(throws: TransportError.self) { try await transport.fetch("main", into: store, isolation: nil) }
    #expect(try store.reference("refs/remotes/origin/main") == nil)
    // Names that no folder can hold are the exchange's matter (decision 24).
    try await push(odd)
    #expect(try await transport.fetch("main", into: store, isolation: nil) == .fetched(odd))
  }

  @Test func `the packs that refused fetches leave can be deleted`() async throws {
    let (folder, store, transport) = try await repository("/tmp/placeholder")
    try await folder.run("git", "init", "-q", "--bare", "-b", "main", "hub.git")
    try await folder.run("git", "-C", "a", "remote", "set-url", "origin", folder.path + "/hub.git")
    try await folder.run("git", "init", "-q", "-b", "main", "evil")
    let evil = try Repository(root: folder.path + "/evil")
    let tree = try evil.write(.tree, [])
    let damaged = try evil.write(.commit, Array("tree \(tree.hex)\n\nx\n".utf8))
    try await folder.run("git", "-C", "evil", "push", "-q", folder.path + "/hub.git", "\(damaged.hex):refs/heads/main")
    for _ in 0..<2 {
      await #expect(throws: TransportError.self) { try await transport.fetch("main", into: store, isolation: nil) }
    }
    RepositoryLocks.removeLeftPacks(root: store.root, now: Int64(time(nil)) + 120)
    #expect(folder.names("a/.git/objects/pack") == [])
  }

  @Test func `the effective address and the person's ssh command come from git`() async throws {
    let (folder, _, transport) = try await repository("short:notes")
    try await folder.run("git", "-C", "a", "config", "url./srv/.insteadOf", "short:")
    var setting = transport.setting
    setting.sshCommand = nil
    try await folder.run("git", "-C", "a", "config", "core.sshCommand", "ssh -i key")
    let read = try await setting.readRemote()
    #expect(read.address == "/srv/notes")
    #expect(read.setting.sshCommand == "ssh -i key")
    setting.environment["GIT_SSH"] = "/opt/a wrapper"
    #expect(try await setting.readRemote().setting.sshCommand == "ssh -i key")
    try await folder.run("git", "-C", "a", "config", "--unset", "core.sshCommand")
    #expect(try await setting.readRemote().setting.sshCommand == "'/opt/a wrapper'")
    setting.environment["GIT_SSH"] = "/usr/bin/ssh"
    #expect(try await setting.readRemote().setting.sshCommand == "/usr/bin/ssh")
    setting.remote = "none"
    await #expect(throws: TransportError.missing("no remote named 'none'")) { _ = try await setting.readRemote() }
    // A configuration that git cannot read does not say that there is no remote.
    try await folder.run("sh", "-c", "echo '[' >> a/.git/config")
    let failure = await #expect(throws: TransportError.self) { _ = try await setting.readRemote() }
    if case .missing? = failure { Issue.record("the remote counts as missing") }
  }
}

extension String {
  /// The text with `PORT` replaced.
  fileprivate func replacingPort(_ port: UInt16) -> String {
    guard let start = firstIndex(of: "P"), hasPrefix("PORT") || self[start...].hasPrefix("PORT") else { return self }
    return self[..<start] + "\(port)" + self[start...].dropFirst(4)
  }
}
