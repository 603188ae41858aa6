import WorkspaceAPI
import Testing

@testable import WorkspaceEngine

/// Reads of earlier states, by a commit or a time.
@Suite struct OldStateTests {
  private func refusal(_ body: () async throws -> Void) async -> VerbError? {
    do { try await body() } catch { return error as? VerbError }
    return nil
  }

  @Test func `a read of a state before the file existed names its oldest version`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("other.md", "one\n")
      try await workspace.settle()
      let old = try #require(await workspace.keeper.tip)
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      let first = try #require(await workspace.keeper.tip)
      try folder.save("a.md", "two\n")
      try await workspace.settle()
      let error = await refusal {
        _ = try await workspace.read(ReadRequest(path: "a.md", revision: old.hex))
      }
      #expect(error?.code == .notFound && error?.what.contains("a.md did not exist at") == true, "\(error as Any)")
      #expect(error?.next?.contains(first.hex.prefix(10)) == true, "\(error as Any)")
      #expect(try await workspace.read(ReadRequest(path: "a.md", revision: first.hex)).content == "one\n")
    }
  }

  @Test(arguments: ["banana ago", "ago", "last"])
  func `a text that names no time is no revision`(text: String) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      let error = await refusal { _ = try await workspace.read(ReadRequest(path: "a.md", revision: text)) }
      #expect(error?.code == .notFound && error?.next?.contains("2 hours ago") == true, "\(error as Any)")
      let log = await refusal { _ = try await workspace.log(LogRequest(since: text)) }
      #expect(log?.code == .usage && log?.next?.contains("15:40") == true, "\(log as Any)")
      #expect(try await workspace.log(LogRequest(since: "1h")).count == 1)
      #expect(try await workspace.log(LogRequest(since: "00:00")).count == 1)
    }
  }
}
