import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import WorkspaceEngine

@Suite struct PolicyEnforcementTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "write_file")
  private static let policy = """
    [agents]
    protected = ["Private/**"]
    read_only = ["Archive/**"]
    [[agents.rules]]
    tools = ["delete"]
    permission = "ask"

    """

  private func refusal(_ body: () async throws -> Void) async -> VerbError? {
    do { try await body() } catch { return error as? VerbError }
    return nil
  }

  @Test func `an agent writes nothing that the policy keeps from it, by no name`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("Archive/a.md", "old\n")
    try folder.save("Notes/b.md", "b\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.root + "/Notes/link.md", withDestinationPath: "../Archive/a.md")
    try FileManager.default.linkItem(atPath: folder.root + "/Archive/a.md", toPath: folder.root + "/Notes/hard.md")
    try FileManager.default.linkItem(atPath: folder.root + "/.git/config", toPath: folder.root + "/Notes/config")
    try await folder.open { workspace in
      try await workspace.settle()
      for (path, reason) in [
        ("Archive/a.md", "policy.read-only"), ("archive/A.MD", "policy.read-only"),
        ("Notes/link.md", "policy.read-only"),
        ("Notes/hard.md", "policy.read-only"), ("Notes/config", "policy.control-file"),
        ("Private/x", "policy.protected"),
        (".Mcp.json", "policy.control-file"), ("x/.vscode/settings.json", "policy.control-file"),
        (".stet/policy.toml", "policy.control-file"),
      ] {
        for action in [
          WriteAction.put(Array("x".utf8)), .append(Array("x".utf8)), .edit(old: "o", new: "x", everywhere: true),
          .delete,
          .move(to: "Notes/new.md"),
        ] {
          let error = await refusal {
            _ = try await workspace.write(WriteRequest(path: path, action: action, caller: Self.agent))
          }
          #expect(error?.code == .refused, "\(path) \(action)")
          #expect(error?.reason == reason, "\(path) \(action)")
        }
      }
      let into = await refusal {
        _ = try await workspace.write(
          WriteRequest(path: "Notes/b.md", action: .move(to: "Archive/b.md"), caller: Self.agent))
      }
      #expect(into?.reason == "policy.read-only")
      let whole = await refusal {
        _ = try await workspace.write(WriteRequest(path: "Archive", action: .move(to: "Old"), caller: Self.agent))
      }
      #expect(whole?.reason == "policy.read-only")
      #expect(folder.text("Archive/a.md") == "old\n")
      _ = try await workspace.write(
        WriteRequest(path: "Archive/a.md", action: .put(Array("mine\n".utf8)), caller: .person))
      #expect(folder.text("Archive/a.md") == "mine\n")
    }
  }

  @Test func `a policy that is read before its save is noticed is in force at once`() async throws {
    let folder = try await TestFolder()
    try folder.save(".env", "PORT=1\n")
    try folder.save(".stet/policy.toml", "[agents]\nprotected = [\".env\"]\n")
    try await folder.open { workspace in
      try await workspace.settle()
      for _ in 0..<3 {
        try folder.save(".stet/policy.toml", "[agents]\nprotected = []\n")
        _ = try await workspace.read(ReadRequest(path: ".stet/policy.toml"))
        try await workspace.settle()
        #expect(try await workspace.questions().isEmpty)
        #expect(try await workspace.read(ReadRequest(path: ".env", caller: Self.agent)).content == "PORT=1\n")
        try folder.save(".stet/policy.toml", "[agents]\nprotected = [\".env\"]\n")
        try await workspace.settle()
      }
    }
  }

  @Test(arguments: ["", "Drafts/"])
  func `a policy that comes with its folder is in force at once`(from: String) async throws {
    let folder = try await TestFolder()
    try folder.save(".env", "PORT=1\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let place = (from.isEmpty ? folder.root + "-beside" : folder.root) + "/" + from + "settings"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      defer { if from.isEmpty { try? FileManager.default.removeItem(atPath: folder.root + "-beside") } }
      try Data("[agents]\nprotected = []\n".utf8).write(to: URL(filePath: place + "/policy.toml"))
      try await workspace.settle()
      #expect(rename(place, folder.root + "/.stet") == 0)
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      #expect(try await workspace.read(ReadRequest(path: ".env", caller: Self.agent)).content == "PORT=1\n")
    }
  }

  @Test func `an agent reads nothing that is protected, and brings nothing back there`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("Private/a.md", "one\n")
    try folder.save("Archive/a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save("Archive/a.md", "two\n")
      try await workspace.settle()
      let read = await refusal {
        _ = try await workspace.read(ReadRequest(path: "private/a.md", caller: Self.agent))
      }
      #expect(read?.reason == "policy.protected")
      #expect(try await workspace.read(ReadRequest(path: "Private/a.md")).content == "one\n")
      let restored = await refusal {
        _ = try await workspace.restore(RestoreRequest(paths: ["Archive/a.md"], revision: "@~1", caller: Self.agent))
      }
      #expect(restored?.reason == "policy.read-only")
      let undone = await refusal { _ = try await workspace.undo(UndoRequest(target: "@", caller: Self.agent)) }
      #expect(undone?.reason == "policy.read-only")
      #expect(folder.text("Archive/a.md") == "two\n")
    }
  }

  @Test func `an agent changes no file that the person made read-only`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      chmod(folder.root + "/a.md", 0o444)
      symlink("a.md", folder.root + "/link.md")
      try await workspace.settle()
      let token = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent)).token
      for (path, action) in [
        ("a.md", .edit(old: "one", new: "two", everywhere: false)), ("a.md", .append(Array("two\n".utf8))),
        ("a.md", .put(Array("two\n".utf8))), ("a.md", .delete), ("a.md", .move(to: "b.md")),
        ("link.md", .edit(old: "one", new: "two", everywhere: false)),
      ] as [(String, WriteAction)] {
        let error = await #expect(throws: VerbError.self, "\(path) \(action)") {
          try await workspace.write(WriteRequest(path: path, action: action, token: token, caller: Self.agent))
        }
        #expect(error?.code == .refused)
      }
      #expect(folder.text("a.md") == "one\n" && folder.text("b.md") == nil)
      chmod(folder.root + "/a.md", 0o644)
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .put(Array("two\n".utf8)), token: token, caller: Self.agent))
      #expect(folder.text("a.md") == "two\n")
    }
  }

  @Test func `what the policy has asked about is asked once and done when the person allows it`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      let delete = WriteRequest(path: "a.md", action: .delete, caller: Self.agent)
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: Self.agent))
      for _ in 0..<2 {
        let error = await refusal { _ = try await workspace.write(delete) }
        #expect(error?.code == .question)
        #expect(error?.reason == "policy.rule")
      }
      let open = try await workspace.questions()
      #expect(open.map(\.kind) == ["approval"])
      let id = try #require(open.first?.id)
      let byAgent = await refusal {
        _ = try await workspace.answer(AnswerRequest(id: id, word: "allow", caller: Self.agent))
      }
      #expect(byAgent?.code == .refused)
      _ = try await workspace.answer(AnswerRequest(id: id, word: "allow"))
      #expect(try await workspace.questions().isEmpty)
      _ = try await workspace.write(delete)
      #expect(folder.text("a.md") == nil)
    }
  }

  @Test func `a policy that cannot be read leaves the accepted one in force and is a question`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("Archive/a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save(".stet/policy.toml", "[agents\n")
      try await workspace.settle()
      #expect(try await workspace.questions().map(\.kind) == ["policy-broken"])
    }
    try await folder.open { workspace in
      try await workspace.settle()
      #expect(try await workspace.questions().map(\.kind) == ["policy-broken"])
      let error = await refusal {
        _ = try await workspace.write(WriteRequest(path: "Archive/a.md", action: .delete, caller: Self.agent))
      }
      #expect(error?.reason == "policy.read-only")
      _ = try await workspace.answer(AnswerRequest(id: "policy-broken", word: "put-back"))
      #expect(try await workspace.questions().isEmpty)
      #expect(folder.text(".stet/policy.toml") == Self.policy)
    }
  }

  @Test func `a policy that could not be put back is still a question`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try await folder.open { workspace in
      try await workspace.settle()
      try folder.save(".stet/policy.toml", "[agents\n")
      try await workspace.settle()
      // Another program is still saving the file.
      let file = open(folder.root + "/.stet/policy.toml", O_WRONLY | O_APPEND)
      #expect(write(file, "\n", 1) == 1)
      let putBack = AnswerRequest(id: "policy-broken", word: "put-back")
      let error = await refusal { _ = try await workspace.answer(putBack) }
      #expect(error != nil)
      let left = try await workspace.questions()
      #expect(left.map(\.kind) == ["policy-broken"] && left.first?.answered == nil, "\(left)")
      close(file)
      try await until { await refusal { _ = try await workspace.answer(putBack) } == nil }
      #expect(try await workspace.questions().isEmpty)
      #expect(folder.text(".stet/policy.toml") == Self.policy)
    }
  }

  @Test func `what the person saves here is in force at once`() async throws {
    let folder = try await TestFolder()
    try folder.save("Archive/a.md", "one\n")
    try await folder.open { workspace in
      try await workspace.settle()
      _ = try await workspace.write(
        WriteRequest(path: "Archive/b.md", action: .put(Array("b\n".utf8)), caller: Self.agent))
      try folder.save(".stet/policy.toml", Self.policy)
      try await workspace.settle()
      #expect(try await workspace.questions().isEmpty)
      let error = await refusal {
        _ = try await workspace.write(WriteRequest(path: "Archive/b.md", action: .delete, caller: Self.agent))
      }
      #expect(error?.reason == "policy.read-only")
      try folder.save(".stet/policy.toml", "")
      try await workspace.settle()
      _ = try await workspace.write(WriteRequest(path: "Archive/b.md", action: .delete, caller: Self.agent))
    }
  }

  @Test func `a policy that comes from elsewhere waits, and the stricter of both holds`() async throws {
    let (one, other) = (try await TestFolder(machine: "one"), try await TestFolder(machine: "other", isEmpty: true))
    let remote = try one.makeRemote()
    try await one.git("remote", "add", "origin", remote)
    try one.save(".stet/policy.toml", "[agents]\nread_only = [\"Archive\"]\n")
    try one.save("Archive/a.md", "one\n")
    try one.save("Notes/b.md", "one\n")
    try await one.open { try await $0.settle() }
    _ = try await WorkspaceSetUp.clone(remote, other.settings)
    try await other.open { workspace in
      try await workspace.settle()
      // A person who takes over a folder takes over its policy.
      #expect(try await workspace.questions().isEmpty)
      #expect(try await workspace.policy(PolicyRequest(.show)).state == "accepted")
      try await one.open { workspace in
        try one.save(".stet/policy.toml", "[agents]\nread_only = [\"Notes\"]\n")
        try await workspace.settle()
      }
      try await workspace.settle()
      try await workspace.settle()
      #expect(try await workspace.questions().map(\.kind) == ["policy-changed"])
      for path in ["Archive/a.md", "Notes/b.md"] {
        let error = await refusal {
          _ = try await workspace.write(WriteRequest(path: path, action: .delete, caller: Self.agent))
        }
        #expect(error?.reason == "policy.read-only", "\(path)")
      }
      let byAgent = await refusal { _ = try await workspace.acceptPolicy(Self.agent) }
      #expect(byAgent?.code == .refused)
      #expect(try await workspace.acceptPolicy().state == "accepted")
      #expect(try await workspace.questions().isEmpty)
      _ = try await workspace.read(ReadRequest(path: "Archive/a.md", caller: Self.agent))
      _ = try await workspace.write(WriteRequest(path: "Archive/a.md", action: .delete, caller: Self.agent))
    }
    try await other.open { workspace in
      let report = try await workspace.policy(PolicyRequest(.show))
      #expect(report.state == "accepted")
      let error = await refusal {
        _ = try await workspace.write(WriteRequest(path: "Notes/b.md", action: .delete, caller: Self.agent))
      }
      #expect(error?.reason == "policy.read-only")
    }
  }

  @Test func `a tool of the agent's own that names a control file is refused before it runs`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      func begin(_ path: String) async throws -> BracketReceipt {
        try await workspace.bracket(BracketRequest(kind: .begin, agent: Self.agent, id: path, paths: [path]))
      }
      let refused = try await begin(".claude/Settings.json").refused
      #expect(refused?.contains("no agent writes it") == true)
      let allowed = try await begin("notes.md").refused
      #expect(allowed == nil)
    }
  }
}
