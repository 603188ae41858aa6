import FileSystem
import FoundationEssentials
import Recording
import TestSupport
import Testing
import WorkspaceAPI

@testable import FolderKeeping
@testable import WorkspaceEngine

/// A person accepts the text that they were shown or wrote, and no other.
@Suite struct PolicyVersionTests {
  private static let file = ".stet/policy.toml"
  private static let strict = "# one\n\n\n# two\n\n\n[agents]\nprotected = [\"Private/**\"]\n"
  private static let loose = "# one\n\n\n# two\n\n\n[agents]\nprotected = []\n"
  private static let looser = loose + "read_only = []\n"
  private static let person = {
    var person = Caller.person
    person.hasTerminal = true
    return person
  }()

  /// Opens a workspace with the strict policy in force, in which an agent's command runs.
  private func open(_ body: (TestFolder, Workspace) async throws -> Void) async throws {
    let folder = try await TestFolder()
    try folder.save(Self.file, Self.strict)
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.policy(PolicyRequest(.show)).state == "accepted")
      let command = BracketRequest(
        kind: .begin, agent: Caller(agent: "Claude Code", session: "s9", tool: "Bash"), id: "t1", paths: [],
        isCommand: true)
      _ = try await workspace.bracket(command)
      try await body(folder, workspace)
    }
  }

  /// The open question, waited for at most a minute: a recorded policy is looked at behind its turn.
  private func question(_ workspace: Workspace) async throws -> QuestionReport? {
    var found: QuestionReport?
    _ = try await eventually {
      found = try await workspace.questions().first
      return found != nil
    }
    return found
  }

  private func accept(_ version: String, _ workspace: Workspace) async -> VerbError? {
    do throws(VerbError) {
      _ = try await workspace.policy(PolicyRequest(.accept, version: version, caller: Self.person))
      return nil
    } catch { return error }
  }

  private func answer(_ id: String, _ workspace: Workspace) async -> VerbError? {
    do throws(VerbError) {
      _ = try await workspace.answer(AnswerRequest(id: id, word: "accept", caller: Self.person))
      return nil
    } catch { return error }
  }

  @Test func `a policy that changed after it was shown is not accepted`() async throws {
    try await open { folder, workspace in
      try folder.save(Self.file, Self.loose)
      try await workspace.settle()
      let asked = try #require(await question(workspace))
      let shown = try await workspace.policy(PolicyRequest(.show))
      #expect(shown.state == "waiting" && asked.id == "policy-changed-" + shown.version)
      #expect(asked.answers.first?.command == "stet policy accept " + shown.version)
      // Before and after the new text is noticed.
      try folder.save(Self.file, Self.looser)
      #expect(await accept(shown.version, workspace)?.code == .stale)
      try await workspace.settle()
      #expect(await accept(shown.version, workspace)?.code == .stale)
      #expect(await answer(asked.id, workspace) != nil)
      let newer = try #require(try await workspace.questions().first)
      #expect(newer.id != asked.id && newer.kind == "policy-changed")
      #expect(try await workspace.questions().count == 1)
      #expect(await answer("policy-changed", workspace)?.code == .usage, "no text is named")
      #expect(try await workspace.policy(PolicyRequest(.show)).accepted == Self.strict)
      #expect(await answer(newer.id, workspace) == nil)
      #expect(try await workspace.policy(PolicyRequest(.show)).accepted == Self.looser)
      #expect(try await workspace.questions().isEmpty)
    }
  }

  @Test func `an answer to a question about another text accepts nothing`() async throws {
    try await open { folder, workspace in
      try folder.save(Self.file, Self.loose)
      try await workspace.settle()
      let asked = try #require(await question(workspace))
      try folder.save(Self.file, Self.looser)
      #expect(await answer(asked.id, workspace) != nil)
      try await workspace.settle()
      #expect(try await workspace.policy(PolicyRequest(.show)).accepted == Self.strict)
      #expect(try await workspace.questions().map(\.kind) == ["policy-changed"])
    }
  }

  @Test func `a policy that is missing when it is accepted stays in force`() async throws {
    try await open { folder, workspace in
      try folder.save(Self.file, Self.loose)
      try await workspace.settle()
      let shown = try await workspace.policy(PolicyRequest(.show))
      try FileManager.default.removeItem(atPath: folder.root + "/" + Self.file)
      #expect(await accept(shown.version, workspace)?.code == .stale)
      #expect(try await workspace.policy(PolicyRequest(.show)).accepted == Self.strict)
    }
  }

  @Test func `only a recorded deletion of the policy is accepted`() async throws {
    let folder = try await TestFolder()
    try folder.save(Self.file, Self.strict)
    let book = PolicyBook(tree: try DiskTree(root: folder.root), isNew: true)
    book.look(isRecorded: true) { _ in true }
    #expect(book.texts.accepted == Self.strict)
    try FileManager.default.removeItem(atPath: folder.root + "/" + Self.file)
    book.look(isRecorded: true) { _ in true }
    #expect(book.texts.accepted == Self.strict)
    book.look(isRecorded: false) { _ in true }
    #expect(book.texts.accepted?.isEmpty == true)
  }

  @Test func `a session gets the stricter of the policy that waits and the accepted one`() async throws {
    func rule(_ permission: String) -> String {
      "[[web.rules]]\nhosts = [\"a.test\"]\npermission = \"\(permission)\"\n[sessions]\nchats = true\n"
    }
    let server = "a.test:443"
    for (accepted, waiting, expected) in [
      ("allow", "deny", Permission.deny), ("deny", "allow", .deny), ("ask", "allow", .ask), ("allow", "allow", .allow),
    ] {
      let folder = try await TestFolder()
      try folder.save(Self.file, rule(accepted))
      let book = PolicyBook(tree: try DiskTree(root: folder.root), isNew: true)
      book.look(isRecorded: true) { _ in true }
      try folder.save(Self.file, rule(waiting) + "# one\n")
      book.look(isRecorded: true) { _ in false }
      #expect(book.sessionRules(server) == SessionRules(hasChat: true, web: expected), "\(accepted), \(waiting)")
      try folder.save(Self.file, "[sessions]\nchats = false\n")
      book.look(isRecorded: true) { _ in false }
      #expect(book.sessionRules(nil) == SessionRules(hasChat: false, web: nil))
    }
  }

  @Test(arguments: [false, true])
  func `a change to a policy that waits accepts nothing of it`(isBatch: Bool) async throws {
    try await open { folder, workspace in
      let accepted = try await workspace.read(ReadRequest(path: Self.file)).token
      try folder.save(Self.file, Self.loose)
      try await workspace.settle()
      let mine = Array(Self.strict.replacing("# one", with: "# mine").utf8)
      let requests = [
        WriteRequest(
          path: Self.file, action: .edit(old: "# two", new: "# 2", everywhere: false), caller: Self.person),
        WriteRequest(path: Self.file, action: .append(Array("# end\n".utf8)), caller: Self.person),
        WriteRequest(path: Self.file, action: .put(mine), token: accepted, caller: Self.person),
      ]
      func perform(_ request: WriteRequest) async throws {
        if isBatch {
          _ = try await workspace.writeTogether(BatchRequest(writes: [request], caller: Self.person))
        } else {
          _ = try await workspace.write(request)
        }
      }
      for request in requests {
        try await perform(request)
        let report = try await workspace.policy(PolicyRequest(.show))
        #expect(report.state == "waiting" && report.accepted == Self.strict, "\(request.action)")
      }
      #expect(folder.text(Self.file)?.hasPrefix("# mine\n") == true)
      try await perform(WriteRequest(path: Self.file, action: .put(mine), caller: Self.person))
      let whole = try await workspace.policy(PolicyRequest(.show))
      #expect(whole.state == "accepted" && whole.accepted == String(decoding: mine, as: UTF8.self))
      try await perform(requests[1])
      let appended = try await workspace.policy(PolicyRequest(.show))
      #expect(appended.state == "accepted" && appended.accepted.hasSuffix("# end\n"))
      try await perform(WriteRequest(path: Self.file, action: .delete, caller: Self.person))
      #expect(try await workspace.policy(PolicyRequest(.show)).accepted.isEmpty)
    }
  }

  @Test func `a text that stands there after a write of the person is accepted only if it is the written one`()
    async throws
  {
    try await open { folder, workspace in
      let request = WriteRequest(path: Self.file, action: .put(Array(Self.strict.utf8)), caller: Self.person)
      let written = try await workspace.read(ReadRequest(path: Self.file)).token
      try folder.save(Self.file, Self.loose)
      try await workspace.settle()
      await workspace.keeper.judgePolicy(writtenBy: request, WriteResult(token: written))
      #expect(try await workspace.policy(PolicyRequest(.show)).accepted == Self.strict)
    }
  }
}
