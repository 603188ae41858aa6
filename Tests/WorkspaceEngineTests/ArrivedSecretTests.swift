import FoundationEssentials
import GitObjects
import Testing
import WorkTree
import WorkspaceAPI

@testable import FolderKeeping
@testable import Secrets
@testable import WorkspaceEngine

/// Secrets that others published.
@Suite struct ArrivedSecretTests {
  private static let token = "gh" + "p_" + "q7Zk2VfR9xLmT4wBn8HsJ3dYc6GpE5uAoXiQ"

  /// A clone in which the questions of what was published are answered, and one more secret on the remote since.
  private static func cloneBefore(_ folder: TestFolder) async throws {
    let (remote, there) = try await published(folder)
    _ = try await WorkspaceSetUp.clone(remote, folder.settings)
    try await folder.open { workspace in
      try await folder.asked(workspace, 2)
      for question in try await workspace.questions() {
        _ = try await workspace.answer(AnswerRequest(id: question.id, word: "revoked"))
      }
    }
    try await publish(["new.md": "the key \(token.dropLast(4))Rt5V\n"], "three", to: remote, there)
  }

  /// Publishes files from another machine, as plain git does there.
  private static func publish(
    _ files: [String: String], _ message: String, to remote: String, _ there: TestFolder
  ) async throws {
    if there.text(".git/HEAD") == nil {
      try await there.git.clone(remote, branch: "main")
      try await CutOffClone(git: there.git).checkOut("main")
      try await there.git("config", "user.name", "Ann")
      try await there.git("config", "user.email", "ann@example.org")
    } else {
      try await there.git("pull", "-q", "--no-rebase")
    }
    for (path, text) in files { try there.save(path, text) }
    try await there.git("add", "-A")
    try await there.git("commit", "-q", "-m", message)
    if message.contains("Stet-Actor") { try await there.seal() }
    try await there.git("push", "-q")
  }

  @Test func `one is taken as it is, on record, and asked about once, also after a restart`() async throws {
    let folder = try await TestFolder()
    let there = try await TestFolder(isEmpty: true)
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try folder.save("a.md", "one\n")
    let message = "Edit key.md\n\nStet-Actor: agent\nStet-Agent: robot\nStet-Machine: laptop\nStet-Change: I1"
    try await folder.open { workspace in
      try await workspace.settle()
      // Taken out again before anybody fetched it: it is in the shared history all the same.
      try await Self.publish(["key.md": "first\nthe key \(Self.token)\n", "b.md": "two\n"], message, to: remote, there)
      try await Self.publish(["key.md": "first\n"], "out again", to: remote, there)
      try await workspace.settle()
      try await folder.asked(workspace, 1)
      let question = try #require(try await workspace.questions().first)
      #expect(question.kind == "shared-secret" && question.path == "key.md")
      #expect(question.seen.contains("line 2") && question.seen.contains("by robot on laptop"), "\(question.seen)")
      #expect(folder.text("key.md") == "first\n" && folder.text("b.md") == "two\n")
      #expect(try await workspace.status().held.isEmpty)
      let line = try await workspace.audit(AuditRequest(path: "key.md")).calls.first
      #expect(line?.act == "secret" && line?.agent == "robot" && line?.tool == "sync")
      await #expect(throws: VerbError.self) {
        try await workspace.answer(
          AnswerRequest(id: question.id, word: "known", caller: Caller(agent: "robot", session: "s")))
      }
    }
    try await folder.open { workspace in
      let question = try #require(try await workspace.questions().first)
      _ = try await workspace.answer(AnswerRequest(id: question.id, word: "revoked"))
      #expect(try await workspace.questions().isEmpty)
      try folder.save("c.md", "three\n")
      try await workspace.settle()
      try await Self.publish(["key.md": "first, the key \(Self.token)\n"], "in again", to: remote, there)
      try await workspace.settle()
      try await folder.asked(workspace, 1)
      let again = try #require(try await workspace.questions().first)
      _ = try await workspace.answer(AnswerRequest(id: again.id, word: "known"))
      try await Self.publish(["copy.md": "the key \(Self.token)\n"], "a copy", to: remote, there)
      try await workspace.settle()
      try await Self.publish(["d.md": "a key: \(Self.token.dropLast(4))Wq3Z\n"], "another", to: remote, there)
      try await workspace.settle()
      try await folder.asked(workspace, 1)
      #expect(try await workspace.questions().map(\.path) == ["d.md"], "what is known is known at any path")
    }
  }

  /// A folder of Ann's, and a remote with what she published: a key in a file, and one that she took out again.
  private static func published(_ folder: TestFolder) async throws -> (remote: String, there: TestFolder) {
    let there = try await TestFolder(isEmpty: true)
    let remote = try folder.makeRemote()
    try await there.git("init", "-q", "--initial-branch=main")
    try await there.git("config", "user.name", "Ann")
    try await there.git("config", "user.email", "ann@example.org")
    try await there.git("remote", "add", "origin", remote)
    try there.save("gone.md", "the key \(token.dropLast(4))Wq3Z\n")
    try await there.git("add", "-A")
    try await there.git("commit", "-q", "-m", "one")
    try there.save("gone.md", "no key\n")
    try there.save("key.md", "the key \(token)\n")
    try await there.git("add", "-A")
    try await there.git("commit", "-q", "-m", "two")
    try await there.git("push", "-q", "-u", "origin", "main")
    return (remote, there)
  }

  @Test func `what the remote has when a folder meets it is looked through, once`() async throws {
    let folder = try await TestFolder(isEmpty: true)
    let (remote, there) = try await Self.published(folder)
    _ = try await WorkspaceSetUp.clone(remote, folder.settings)
    try await folder.open { workspace in
      try await folder.asked(workspace, 2)
      let questions = try await workspace.questions().sorted { $0.seen < $1.seen }
      #expect(questions.map(\.kind) == ["shared-secret", "shared-secret"])
      #expect(Set(questions.compactMap(\.path)) == ["gone.md", "key.md"])
      #expect(questions.allSatisfy { $0.seen.contains("by Ann") })
      for question in questions { _ = try await workspace.answer(AnswerRequest(id: question.id, word: "revoked")) }
    }
    try await folder.open { workspace in
      try await Self.publish(["new.md": "the key \(Self.token.dropLast(4))Rt5V\n"], "three", to: remote, there)
      try await workspace.settle()
      try await folder.asked(workspace, 1)
      #expect(try await workspace.questions().map(\.path) == ["new.md"])
    }
  }

  @Test(arguments: [true, false])
  func `what the person pulls with git is looked through, also while nobody serves the folder`(
    isServed: Bool
  ) async throws {
    let folder = try await TestFolder(isEmpty: true)
    let (remote, there) = try await Self.published(folder)
    try await folder.git.clone(remote, branch: "main")
    try await CutOffClone(git: folder.git).checkOut("main")
    try await folder.git("config", "user.name", "Person")
    try await folder.git("config", "user.email", "person@example.org")
    _ = try await WorkspaceSetUp.initialize(folder.settings, remote: nil, useTemplate: false)
    try await folder.open { workspace in
      try await folder.asked(workspace, 2)
      for question in try await workspace.questions() {
        _ = try await workspace.answer(AnswerRequest(id: question.id, word: "revoked"))
      }
    }
    try await Self.publish(["new.md": "the key \(Self.token.dropLast(4))Rt5V\n"], "three", to: remote, there)
    var settings = folder.settings
    settings.exchanges = false
    if isServed {
      let workspace = try #require(try await Workspace.open(settings))
      try await folder.git("pull", "-q", "--no-rebase")
      try await workspace.settle()
      await workspace.stop()
    } else {
      try await folder.git("pull", "-q", "--no-rebase")
    }
    try await folder.open { workspace in
      try await folder.asked(workspace, 1)
      #expect(try await workspace.questions().map(\.path) == ["new.md"])
    }
  }

  @Test func `what was fetched and not taken before a stop is asked about when it is taken`() async throws {
    let folder = try await TestFolder(isEmpty: true)
    try await Self.cloneBefore(folder)
    var settings = folder.settings
    settings.exchanges = false
    let workspace = try #require(try await Workspace.open(settings))
    try await folder.git("fetch", "-q")
    await workspace.stop()
    #expect(folder.text("new.md") == nil)
    try await folder.open { workspace in
      try await workspace.settle()
      try await folder.asked(workspace, 1)
      #expect(try await workspace.questions().map(\.path) == ["new.md"])
      #expect(folder.text("new.md") != nil)
    }
  }

  @Test(arguments: ["record", "put-back"])
  func `what the person's git put in the place of the branch is looked through, whatever the answer`(
    word: String
  ) async throws {
    let folder = try await TestFolder(isEmpty: true)
    try await Self.cloneBefore(folder)
    var settings = folder.settings
    settings.exchanges = false
    let workspace = try #require(try await Workspace.open(settings))
    try folder.save("a.md", "recorded here\n")
    try await workspace.settle()
    try await folder.git("fetch", "-q")
    try await folder.git("reset", "-q", "--hard", "origin/main")
    await #expect(throws: VerbError.self) { try await workspace.settle() }
    _ = try await workspace.answer(AnswerRequest(id: "branch-moved-back", word: word))
    try await workspace.settle()
    await workspace.stop()
    #expect((folder.text("new.md") != nil) == (word == "record"))
    try await folder.open { workspace in
      // The version in the folder is recorded as a save with a secret in it: one question more.
      try await folder.asked(workspace, word == "record" ? 2 : 1)
      let questions = try await workspace.questions()
      #expect(questions.filter { $0.kind == "shared-secret" }.map(\.path) == ["new.md"], "\(questions)")
    }
  }

  @Test func `a kill between taking and looking forgets nothing`() async throws {
    let folder = try await TestFolder()
    let there = try await TestFolder(isEmpty: true)
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in try await workspace.settle() }
    let before = try #require(folder.text(".git/stet/arrived-secrets.json"))
    try await folder.open { workspace in
      try await Self.publish(["key.md": "the key \(Self.token)\n"], "one", to: remote, there)
      try await workspace.settle()
      #expect(folder.text("key.md") != nil)
    }
    // As the kill would have left it.
    try folder.save(".git/stet/arrived-secrets.json", before)
    try? FileManager.default.removeItem(atPath: folder.root + "/.git/stet/questions.json")
    try await folder.open { workspace in
      try await folder.asked(workspace, 1)
      #expect(try await workspace.questions().map(\.path) == ["key.md"])
    }
  }

  @Test(arguments: 2...6) func `a look that ends anywhere goes on there`(steps: Int) async throws {
    let folder = try await TestFolder(isEmpty: true)
    let (remote, _) = try await Self.published(folder)
    _ = try await WorkspaceSetUp.clone(remote, folder.settings)
    try? FileManager.default.removeItem(atPath: folder.root + "/.git/stet/arrived-secrets.json")
    let tip = try #require(ObjectID(hex: try await folder.git("rev-parse", "refs/remotes/origin/main")))
    let keeper = try FolderKeeper(
      folder.settings, time: SystemTime(), events: EventHub(time: SystemTime()),
      questions: QuestionList(time: SystemTime(), events: EventHub(time: SystemTime())),
      ignoredFolders: IgnoredFolders())
    let (rules, allowed) = (keeper.policy.secretRules, keeper.allowedSecrets)
    var found: [ArrivedSecret] = []
    var count = 0
    var isLeft = true
    while isLeft {
      // A run of its own, of so many files.
      let secrets = ArrivedSecrets(
        root: folder.root, time: HurriedTime(), scanned: ScannedSecrets(root: folder.root))
      secrets.begin(published: [tip])
      for _ in 0..<steps where isLeft {
        let step = await secrets.step(rules: rules, allowed: allowed)
        found += step.found
        isLeft = step.rest != nil
        count += 1
      }
      await secrets.end(at: isLeft ? [] : [tip])
      try #require(count < 20)
    }
    #expect(found.map(\.path) == ["gone.md", "key.md"])
    let idle = ArrivedSecrets(
      root: folder.root, time: HurriedTime(), scanned: ScannedSecrets(root: folder.root))
    idle.begin(published: [tip])
    #expect(await idle.step(rules: rules, allowed: allowed).rest == nil)
    #expect(idle.scanned.open.count == 2)
  }
}

extension TestFolder {
  /// Returns when so many questions are open; they are asked beside the exchange.
  fileprivate func asked(_ workspace: Workspace, _ count: Int) async throws {
    for _ in 0..<500 where try await workspace.questions().count != count { try await workspace.settle() }
  }
}
