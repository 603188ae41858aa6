import WorkspaceAPI
import Glibc
import GitObjects
import TestSupport
import Testing

@testable import WorkspaceEngine

/// The history of a file under each of its names.
@Suite struct RenamedHistoryTests {
  private static let agent = Caller(agent: "bot", session: "s")

  private func subjects(_ path: String, _ workspace: Workspace) async throws -> [String] {
    try await workspace.log(LogRequest(path: path)).map(\.subject)
  }

  @Test func `the log of a file goes on under the names that it had before`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .edit(old: "one", new: "two", everywhere: false), caller: Self.agent))
      _ = try await workspace.write(WriteRequest(path: "a.md", action: .move(to: "d/b.md"), caller: Self.agent))
      // Another file by the first name is another file.
      try folder.save("a.md", "another\n")
      try await workspace.settle()
      rename(folder.root + "/d", folder.root + "/e")
      try await workspace.settle()
      try folder.save("e/b.md", "three\n")
      try await workspace.settle()
      let all = try await subjects("e/b.md", workspace)
      #expect(all == ["Edit e/b.md", "Rename d → e", "Rename a.md → d/b.md", "Edit a.md", "Create a.md"])
      let limited = try await workspace.log(LogRequest(path: "e/b.md", limit: 4)).map(\.subject)
      #expect(limited == Array(all.prefix(4)))
      let entries = try await workspace.log(LogRequest(path: "e/b.md", session: "s"))
      #expect(entries.map(\.subject) == ["Rename a.md → d/b.md", "Edit a.md"])
      let provenance = try await workspace.provenance(ProvenanceRequest(path: "e/b.md"))
      #expect(provenance.createdBy.kind == "user" && provenance.versions == 5)
      // A read waits 2 ms for the search, and a later one has what was found meanwhile.
      try await until { try await workspace.read(ReadRequest(path: "e/b.md")).provenance?.createdBy != nil }
      let read = try #require(try await workspace.read(ReadRequest(path: "e/b.md")).provenance)
      #expect(read.createdBy == provenance.createdBy && read.createdAt == provenance.createdAt)
    }
  }

  @Test func `a rename by the person's own git is found by what the file holds`() async throws {
    let folder = try await TestFolder()
    try folder.save("a.md", "one\ntwo\nthree\n")
    for arguments in [
      ["add", "a.md"], ["commit", "-qm", "first"], ["mv", "a.md", "b.md"], ["commit", "-qm", "second"],
    ] {
      _ = try await folder.git.run(arguments)
    }
    try await folder.open { workspace in
      #expect(try await subjects("b.md", workspace) == ["second", "first"])
      let first = try #require(try await workspace.log(LogRequest(path: "b.md")).last)
      #expect(
        try await workspace.read(ReadRequest(path: "b.md", revision: first.commit.hex)).content == "one\ntwo\nthree\n")
    }
  }

  @Test func `what another machine wrote under the earlier name is in the log`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n\ntwo\n\nthree\n")
      try await workspace.settle()
      try await folder.git("checkout", "-q", "-b", "side")
      try folder.save("a.md", "one\n\ntwo\n\nthree, there\n")
      try await folder.git("commit", "-q", "-a", "-m", "there")
      try await folder.git("checkout", "-q", "main")
      try await workspace.settle()
      rename(folder.root + "/a.md", folder.root + "/b.md")
      try await workspace.settle()
      try await folder.git("merge", "-q", "-m", "both", "side")
      try await workspace.settle()
      #expect(folder.text("b.md") == "one\n\ntwo\n\nthree, there\n")
      let all = try await subjects("b.md", workspace)
      #expect(all.contains("there") && all.contains("Rename a.md → b.md") && all.last == "Create a.md", "\(all)")
    }
  }

  @Test func `a version under an earlier name is read, compared and restored where the file stands now`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      let old = try #require(await workspace.keeper.tip)
      let token = try await workspace.read(ReadRequest(path: "a.md")).token
      rename(folder.root + "/a.md", folder.root + "/b.md")
      try await workspace.settle()
      try folder.save("b.md", "two\n")
      try await workspace.settle()
      for revision in [old.hex, token.hex] {
        #expect(try await workspace.read(ReadRequest(path: "b.md", revision: revision)).content == "one\n")
      }
      let receipt = try await workspace.restore(RestoreRequest(paths: ["b.md"], revision: old.hex))
      #expect(receipt.paths == ["b.md"] && folder.text("b.md") == "one\n" && folder.text("a.md") == nil)
      try folder.save("b.md", "three\n")
      try await workspace.settle()
      _ = try await workspace.write(
        WriteRequest(
          path: "b.md", action: .copy(from: "b.md", revision: old.hex),
          token: try await workspace.read(ReadRequest(path: "b.md", caller: Self.agent)).token, caller: Self.agent))
      #expect(folder.text("b.md") == "one\n")
    }
  }

  @Test func `an earlier name that is protected keeps its versions from agents`() async throws {
    let folder = try await TestFolder()
    try folder.save(".stet/policy.toml", "[agents]\nprotected = [\"Private\"]\n")
    try await folder.open { workspace in
      try folder.save("Private/a.md", "mine\n")
      try await workspace.settle()
      let old = try #require(await workspace.keeper.tip)
      rename(folder.root + "/Private/a.md", folder.root + "/b.md")
      try await workspace.settle()
      try folder.save("b.md", "everybody's\n")
      try await workspace.settle()
      for caller in [Self.agent, Caller(agent: "bot")] {
        let error = await #expect(throws: VerbError.self) {
          try await workspace.read(ReadRequest(path: "b.md", caller: caller, revision: old.hex))
        }
        #expect(error?.code == .refused)
        await #expect(throws: VerbError.self) {
          try await workspace.write(
            WriteRequest(path: "c.md", action: .copy(from: "b.md", revision: old.hex), caller: caller))
        }
      }
    }
  }
}
