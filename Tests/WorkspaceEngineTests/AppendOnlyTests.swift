import WorkspaceAPI
import FoundationEssentials
import GitObjects
import Glibc
import Testing

@testable import WorkspaceEngine

/// Files to which agents append and which they do not rewrite.
@Suite struct AppendOnlyTests {
  private static let agent = Caller(agent: "bot", session: "s", tool: "write_file")
  private static let policy = "[agents]\nappend_only = [\"activity.md\"]\n"

  private func folder() async throws -> TestFolder {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", Self.policy)
    try folder.save("activity.md", "one\ntwo\n")
    try folder.save("a.md", "a\n")
    return folder
  }

  private func refusal(_ body: () async throws -> Void) async -> VerbError? {
    do { try await body() } catch { return error as? VerbError }
    return nil
  }

  @Test(arguments: [
    WriteAction.put(Array("wiped\n".utf8)), .put(Array("one\n".utf8)), .put([]),
    .edit(old: "one", new: "won", everywhere: false), .delete, .move(to: "b.md"), .copy(from: "a.md", revision: nil),
  ])
  func `an agent rewrites nothing of an append-only file`(action: WriteAction) async throws {
    let folder = try await folder()
    try await folder.open { workspace in
      try await workspace.settle()
      let token = try await workspace.read(ReadRequest(path: "activity.md", caller: Self.agent)).token
      let request = WriteRequest(path: "activity.md", action: action, token: token, caller: Self.agent)
      let error = await refusal { _ = try await workspace.write(request) }
      #expect(error?.reason == "policy.append-only")
      #expect(error?.next?.contains("append_file") == true)
      let together = await refusal {
        if case .move = action { return _ = try await workspace.write(request) }
        _ = try await workspace.writeTogether(BatchRequest(writes: [request], caller: Self.agent))
      }
      #expect(together?.reason == "policy.append-only")
      #expect(folder.text("activity.md") == "one\ntwo\n")
    }
  }

  @Test func `an agent's earlier state of an append-only file is brought back by the person alone`() async throws {
    let folder = try await folder()
    try await folder.open { workspace in
      try await workspace.settle()
      let before = try #require(try await workspace.status().tip).hex
      _ = try await workspace.write(
        WriteRequest(path: "activity.md", action: .append(Array("three\n".utf8)), caller: Self.agent))
      let error = await refusal {
        _ = try await workspace.restore(RestoreRequest(paths: ["activity.md"], revision: before, caller: Self.agent))
      }
      #expect(error?.reason == "policy.append-only")
      _ = try await workspace.restore(RestoreRequest(paths: ["activity.md"], revision: before))
      #expect(folder.text("activity.md") == "one\ntwo\n")
    }
  }

  @Test func `an agent's undo of its session leaves what it appended, and nothing else`() async throws {
    let folder = try await folder()
    try await folder.open { workspace in
      try await workspace.settle()
      let append = WriteRequest(path: "activity.md", action: .append(Array("three\n".utf8)), caller: Self.agent)
      _ = try await workspace.write(append)
      let alone = await refusal { _ = try await workspace.undo(UndoRequest(session: "s", caller: Self.agent)) }
      #expect(alone?.reason == "policy.append-only")
      _ = try await workspace.write(
        WriteRequest(path: "b.md", action: .put(Array("b\n".utf8)), token: .zero, caller: Self.agent))
      let receipt = try await workspace.undo(UndoRequest(session: "s", caller: Self.agent))
      #expect(receipt.paths == ["b.md"] && receipt.kept.map(\.path) == ["activity.md"])
      #expect(folder.text("activity.md") == "one\ntwo\nthree\n" && folder.text("b.md") == nil)
      _ = try await workspace.undo(UndoRequest(session: "s"))
    }
  }

  @Test func `a write that begins with all that stands there appends, and so does one that makes the file`()
    async throws
  {
    let folder = try await folder()
    try await folder.open { workspace in
      try await workspace.settle()
      let old = try await workspace.read(ReadRequest(path: "activity.md", caller: Self.agent)).token
      try folder.save("activity.md", "one\ntwo\nmine\n")
      try await workspace.settle()
      // The token is of an older version: what the person appended since stays before it all the same.
      _ = try await workspace.write(
        WriteRequest(
          path: "activity.md", action: .put(Array("one\ntwo\nmine\nthree\n".utf8)), token: old, caller: Self.agent))
      #expect(folder.text("activity.md") == "one\ntwo\nmine\nthree\n")
      _ = try await workspace.write(
        WriteRequest(path: "activity.md", action: .append(Array("four\n".utf8)), caller: Self.agent))
      _ = try await workspace.write(
        WriteRequest(path: "Log/activity.md", action: .put(Array("new\n".utf8)), caller: Self.agent))
      #expect(folder.text("activity.md") == "one\ntwo\nmine\nthree\nfour\n")
      #expect(folder.text("Log/activity.md") == "new\n")
      _ = try await workspace.write(WriteRequest(path: "activity.md", action: .put(Array("mine\n".utf8))))
      #expect(folder.text("activity.md") == "mine\n")
    }
  }

  @Test func `an append-only file that cannot be read is not written whole`() async throws {
    let folder = try await folder()
    try await folder.open { workspace in
      try await workspace.settle()
      try #require(unlink(folder.root + "/activity.md") == 0)
      try #require(mkfifo(folder.root + "/activity.md", 0o600) == 0)
      let receipt = try await workspace.bracket(
        BracketRequest(
          kind: .begin, agent: Caller(agent: "bot", session: "s", tool: "Write"), id: "1", paths: ["activity.md"],
          texts: ["wiped\n"], isCommand: false))
      #expect(receipt.refused?.contains("append-only") == true)
    }
  }

  @Test(arguments: [
    ("Write", "one\ntwo\nthree\n", true), ("Write", "one\nthree\n", false), ("Edit", "three\n", false),
  ])
  func `a hook denies an agent's own tool that would rewrite an append-only file`(
    tool: String, text: String, isAllowed: Bool
  ) async throws {
    let folder = try await folder()
    try await folder.open { workspace in
      try await workspace.settle()
      let receipt = try await workspace.bracket(
        BracketRequest(
          kind: .begin, agent: Caller(agent: "bot", session: "s", tool: tool), id: "1", paths: ["activity.md"],
          texts: [text], isCommand: false))
      #expect((receipt.refused == nil) == isAllowed)
      #expect(receipt.refused?.contains("append-only") != isAllowed)
    }
  }
}
