import WorkspaceAPI
import Glibc
import Testing

@testable import WorkspaceEngine

/// The answers of the verbs about one file's history.
@Suite struct NewestChangeTests {
  private static let agent = Caller(agent: "bot", session: "s")

  @Test func `the difference of a path is its newest change, whatever changed since`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for text in ["one\n", "two\n"] {
        try folder.save("notes/a.md", text)
        try await workspace.settle()
      }
      try folder.save("b.md", "b\n")
      try await workspace.settle()
      for path in ["notes/a.md", "notes"] {
        let report = try await workspace.diff(DiffRequest(path: path))
        #expect(report.paths == ["notes/a.md"] && report.patch.contains("-one\n+two\n"), "\(path): \(report)")
      }
      #expect(try await workspace.diff(DiffRequest()).paths == ["b.md"])
      // Of a deleted file: its deletion.
      unlink(folder.root + "/b.md")
      try await workspace.settle()
      #expect(try await workspace.diff(DiffRequest(path: "b.md")).patch.contains("-b\n"))
      let error = await #expect(throws: VerbError.self) { try await workspace.diff(DiffRequest(path: "c.md")) }
      #expect(error?.code == .notFound)
    }
  }

  @Test func `an operation's id that is shown is a revision for every verb`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      _ = try await workspace.write(
        WriteRequest(path: "a.md", action: .edit(old: "one", new: "two", everywhere: false), caller: Self.agent))
      try folder.save("a.md", "three\n")
      try await workspace.settle()
      let id = String(try #require(try await workspace.operations(OperationsRequest()).last).id.prefix(8))
      #expect(try await workspace.diff(DiffRequest(to: id)).patch.contains("-one\n+two\n"))
      #expect(try await workspace.read(ReadRequest(path: "a.md", revision: id)).content == "two\n")
      #expect(try await workspace.restore(RestoreRequest(paths: ["a.md"], revision: id)).paths == ["a.md"])
      #expect(folder.text("a.md") == "two\n")
      await #expect(throws: VerbError.self) { try await workspace.diff(DiffRequest(to: "0123abcd")) }
    }
  }

  @Test func `the log is asked for an author's changes since a time`() async throws {
    let folder = try await TestFolder()
    try folder.save("old.md", "old\n")
    try await folder.git("add", "old.md")
    try await folder.git(
      "-c", "alias.old=!GIT_COMMITTER_DATE=2020-01-01T00:00:00Z git commit -qm old --date=2020-01-01T00:00:00Z", "old")
    try await folder.open { workspace in
      try folder.save("old.md", "newer\n")
      try await workspace.settle()
      _ = try await workspace.write(WriteRequest(path: "b.md", action: .put(Array("b\n".utf8)), caller: Self.agent))
      func subjects(_ path: String? = nil, _ author: String? = nil, _ since: String? = nil) async throws -> [String] {
        try await workspace.log(LogRequest(path: path, author: author, since: since)).map(\.subject)
      }
      #expect(try await subjects(nil, nil, "yesterday") == ["Create b.md", "Edit old.md"])
      #expect(try await subjects("old.md", nil, "2021-01-01") == ["Edit old.md"])
      #expect(try await subjects("old.md") == ["Edit old.md", "old"])
      #expect(try await subjects(nil, "BOT") == ["Create b.md"])
      #expect(try await subjects(nil, "person", "yesterday") == ["Edit old.md"])
      #expect(try await subjects(nil, "nobody").isEmpty)
    }
  }

  @Test func `the difference in a refusal names the file`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      let token = try await workspace.read(ReadRequest(path: "a.md")).token
      try folder.save("a.md", "two\n")
      try await workspace.settle()
      let error = await #expect(throws: VerbError.self) {
        try await workspace.write(
          WriteRequest(path: "a.md", action: .put(Array("three\n".utf8)), token: token, caller: Self.agent))
      }
      let diff = try #require(error?.diff)
      #expect(diff.contains("--- a/a.md\n+++ b/a.md\n") && !diff.contains(token.hex), "\(diff)")
    }
  }

  @Test(arguments: [true, false])
  func `doctor tells where git would commit large contents whole`(hasFilter: Bool) async throws {
    let folder = try await TestFolder()
    try await folder.git("config", "filter.lfs.clean", hasFilter ? "git-lfs clean -- %f" : "")
    try await folder.open { workspace in
      try folder.save("film.mov", "")
      try #require(truncate(folder.root + "/film.mov", 12_000_000) == 0)
      try await workspace.settle()
      #expect(try await workspace.doctor().contains { $0.subject == "git-lfs" } == !hasFilter)
    }
  }
}
