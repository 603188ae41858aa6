import GitProcess
import WorkspaceAPI
import FoundationEssentials
import GitObjects
import TestSupport
import Testing

@testable import WorkspaceEngine

/// A checkout with a remote becomes a workspace: what it holds is published only when a person agrees.
@Suite struct FirstPublicationTests {
  /// A folder that was cloned with git from a remote with one file.
  private struct Checkout {
    let folder: TestFolder
    let remote: String

    init() async throws {
      folder = try await TestFolder(isEmpty: true)
      remote = try folder.makeRemote()
      try await folder.git("init", "-q", "-b", "main")
      try await folder.git("config", "user.name", "Person")
      try await folder.git("config", "user.email", "person@example.org")
      try folder.save("a.txt", "one\n")
      try await folder.git("add", ".")
      try await folder.git("commit", "-qm", "Begin")
      try await folder.git("remote", "add", "origin", remote)
      try await folder.git("push", "-q", "-u", "origin", "main")
    }

    /// Leaves work that git does not know.
    func work() throws {
      try folder.save("a.txt", "one\nnot committed\n")
      try folder.save("draft.txt", "not tracked\n")
    }

    func published() async throws -> String { try await folder.git("--git-dir=" + remote, "rev-parse", "main") }
  }

  @Test func `work of a checkout is published after a person agrees, also across restarts`() async throws {
    let checkout = try await Checkout()
    try checkout.work()
    let before = try await checkout.published()
    let report = try await WorkspaceSetUp.initialize(checkout.folder.settings, remote: nil, useTemplate: false)
    #expect(report.publication == .asks && report.unpublished == 2)
    #expect(report.remote == checkout.remote && report.branch == "main")
    for _ in 0..<2 {
      try await checkout.folder.open { workspace in
        let error = await #expect(throws: VerbError.self) { try await workspace.settle() }
        #expect(error?.code == .question)
        let question = try #require(try await workspace.questions().first)
        #expect(question.seen == "publish 2 files to \(checkout.remote), branch 'main'?")
        #expect(question.answers.map(\.word) == ["publish", "keep"])
        #expect(try await workspace.status().remote?.publication == .asks)
      }
    }
    #expect(try await checkout.published() == before)
    try await checkout.folder.open { workspace in
      // The remote need not have answered before a person can.
      _ = try await workspace.answer(AnswerRequest(id: "first-publication", word: "publish"))
      let report = try await workspace.sync(SyncRequest(wait: true))
      #expect(report.published == true)
      #expect(try await checkout.published() == report.tip?.hex)
      #expect(try await workspace.questions().isEmpty)
    }
  }

  @Test func `a folder that is kept local publishes nothing until its person agrees`() async throws {
    let checkout = try await Checkout()
    try checkout.work()
    let before = try await checkout.published()
    _ = try await WorkspaceSetUp.initialize(checkout.folder.settings, remote: nil, useTemplate: false)
    for round in 0..<2 {
      try await checkout.folder.open { workspace in
        if round == 0 { _ = try await workspace.answer(AnswerRequest(id: "first-publication", word: "keep")) }
        try checkout.folder.save("a.txt", "round \(round)\n")
        #expect(try await workspace.sync(SyncRequest(wait: true)).published == false)
        #expect(try await workspace.questions().isEmpty)
        let remote = try #require(try await workspace.status().remote)
        #expect(remote.state == "local" && remote.publication == .local && remote.ahead > 0)
      }
    }
    // Another spelling of the address is no agreement.
    try await checkout.folder.git("config", "url.file://\(checkout.remote).insteadOf", checkout.remote)
    try await checkout.folder.open { workspace in
      await #expect(throws: VerbError.self) { try await workspace.settle() }
      let question = try #require(try await workspace.questions().first)
      #expect(question.id == "first-publication")
    }
    #expect(try await checkout.published() == before)
    let again = try await WorkspaceSetUp.initialize(
      checkout.folder.settings, remote: nil, useTemplate: false, agrees: true)
    #expect(again.isWorkspaceAlready && again.publication == .publishes)
    try await checkout.folder.open { workspace in
      let report = try await workspace.sync(SyncRequest(wait: true))
      #expect(report.published == true)
    }
  }

  @Test func `a folder cannot be kept local while the address that is meant cannot be used`() async throws {
    let checkout = try await Checkout()
    try checkout.work()
    _ = try await WorkspaceSetUp.initialize(checkout.folder.settings, remote: nil, useTemplate: false)
    try await checkout.folder.open { workspace in
      try await until { try await workspace.questions().contains { $0.id == "first-publication" } }
      try await checkout.folder.git("remote", "set-url", "origin", "../remote.git")
      try await until { try await workspace.status().remote?.state == "unusable" }
      let keep = AnswerRequest(id: "first-publication", word: "keep")
      await #expect(throws: VerbError.self) { try await workspace.answer(keep) }
      #expect(try await workspace.questions().contains { $0.id == "first-publication" && $0.answered == nil })
      try await checkout.folder.git("remote", "set-url", "origin", checkout.remote)
      try await until { try await workspace.status().remote?.publication == .asks }
      _ = try await workspace.answer(keep)
      #expect(try await workspace.status().remote?.publication == .local)
    }
  }

  @Test(arguments: ["agreed", "named", "clean", "added later"])
  func `nobody is asked where the place was named or nothing is new`(way: String) async throws {
    let checkout = try await Checkout()
    let folder = checkout.folder
    if way != "clean" { try checkout.work() }
    if way == "added later" { try await folder.git("remote", "remove", "origin") }
    let report = try await WorkspaceSetUp.initialize(
      folder.settings, remote: way == "named" ? checkout.remote : nil, useTemplate: false, agrees: way == "agreed")
    #expect(report.publication == (way == "added later" ? nil : .publishes))
    try await folder.open { workspace in
      if way == "added later" { try await folder.git("remote", "add", "origin", checkout.remote) }
      try folder.save("b.txt", "later\n")
      #expect(try await workspace.sync(SyncRequest(wait: true)).published == true)
    }
  }

  @Test func `a bare repository is refused and stays as it is`() async throws {
    let folder = try await TestFolder(isEmpty: true)
    var made = folder.settings
    made.root = try folder.makeRemote()
    let settings = made
    let before = try names(in: settings.root)
    let error = await #expect(throws: VerbError.self) {
      _ = try await WorkspaceSetUp.initialize(settings, remote: nil, useTemplate: false)
    }
    #expect(error?.code == .refused && error?.what.contains("bare git repository") == true)
    #expect(try names(in: settings.root) == before)
  }

  @Test(arguments: [(".gitattributes", true), (".gitattributes", false), ("sub/deep/.gitattributes", false)])
  func `a clone that is refused leaves the folder as it was, and can be repeated`(
    attributes: String, isThere: Bool
  ) async throws {
    let checkout = try await Checkout()
    try checkout.folder.save(attributes, "*.txt eol=crlf\n")
    try await checkout.folder.git("add", ".")
    try await checkout.folder.git("commit", "-qm", "Convert")
    try await checkout.folder.git("push", "-q", "origin", "main")
    var made = checkout.folder.settings
    made.root = checkout.folder.place + "/Clone"
    let settings = made
    if isThere { try FileManager.default.createDirectory(atPath: settings.root, withIntermediateDirectories: true) }
    for _ in 0..<2 {
      let error = await #expect(throws: VerbError.self) { try await WorkspaceSetUp.clone(checkout.remote, settings) }
      #expect(error?.code == .refused && error?.what.contains("eol") == true)
      #expect((try? names(in: settings.root)) == (isThere ? [] : nil))
    }
    try await checkout.folder.git("rm", "-q", attributes)
    try await checkout.folder.git("commit", "-qm", "Convert nothing")
    try await checkout.folder.git("push", "-q", "origin", "main")
    #expect(try await WorkspaceSetUp.clone(checkout.remote, settings).files == 1)
  }

  @Test func `a clone has the remote's bytes, whatever the person's own configuration of git converts`() async throws {
    let checkout = try await Checkout()
    try checkout.folder.save("../home/.gitconfig", "[core]\n\tautocrlf = true\n\teol = crlf\n")
    try checkout.folder.save("../home/git/attributes", "*.txt text eol=crlf\n")
    var made = checkout.folder.settings
    made.root = checkout.folder.place + "/Clone"
    let settings = made
    #expect(try await WorkspaceSetUp.clone(checkout.remote, settings).files == 1)
    let bytes = FileManager.default.contents(atPath: settings.root + "/a.txt").map { Array($0) }
    #expect(bytes == Array("one\n".utf8))
    let clone = GitReader(root: settings.root, environment: settings.environment)
    let trees = ["HEAD^{tree}", "refs/remotes/origin/main^{tree}"]
    #expect(try await clone.run(["rev-parse", trees[0]]) == clone.run(["rev-parse", trees[1]]))
    // The person's own checkouts there convert nothing either.
    let setting = try await clone.run(["config", "--get", "core.autocrlf"])
    #expect(setting == Array("false\n".utf8))
  }

  @Test func `attributes of the machine that convert files are refused`() async throws {
    let checkout = try await Checkout()
    var settings = checkout.folder.settings
    let programs = checkout.folder.place + "/bin"
    let attributes = checkout.folder.place + "/gitattributes"
    try checkout.folder.save("../gitattributes", "*.txt eol=crlf\n")
    // git 2.39 does not name its file, and a test may not write to /etc.
    try checkout.folder.save(
      "../bin/git",
      "#!/bin/sh\ncase $* in *'var GIT_ATTR_SYSTEM') echo '\(attributes)' ;; *) exec /usr/bin/git \"$@\" ;; esac\n")
    let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
    try FileManager.default.setAttributes(mode, ofItemAtPath: programs + "/git")
    settings.environment["PATH"] = programs + ":/usr/local/bin:/usr/bin:/bin"
    let made = settings
    let error = await #expect(throws: VerbError.self) {
      try await WorkspaceSetUp.initialize(made, remote: nil, useTemplate: false)
    }
    #expect(error?.code == .refused && error?.what.contains(attributes + ":1") == true)
  }

  @Test func `a clone that the remote refuses names the step that failed`() async throws {
    let checkout = try await Checkout()
    var made = checkout.folder.settings
    made.root = checkout.folder.place + "/Clone"
    let settings = made
    let missing = checkout.folder.place + "/none.git"
    let listed = await #expect(throws: VerbError.self) { try await WorkspaceSetUp.clone(missing, settings) }
    #expect(listed?.what.hasPrefix("The branches of \(missing) could not be listed: fatal:") == true)
    let git = GitReader(root: settings.root, environment: settings.environment)
    let cloned = await #expect(throws: VerbError.self) {
      try await git.clone(checkout.remote, branch: "none")
    }
    #expect(cloned?.what.hasPrefix("\(checkout.remote) could not be cloned: fatal:") == true)
  }

  @Test func `a repository whose HEAD is detached is adopted with the word that it is paused`() async throws {
    let checkout = try await Checkout()
    try await checkout.folder.git("checkout", "-q", "--detach")
    let report = try await WorkspaceSetUp.initialize(checkout.folder.settings, remote: nil, useTemplate: false)
    #expect(report.pause?.isEmpty == false)
    let again = try await WorkspaceSetUp.initialize(checkout.folder.settings, remote: nil, useTemplate: false)
    #expect(again.isWorkspaceAlready && !report.isWorkspaceAlready)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }
}
