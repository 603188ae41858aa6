import WorkspaceAPI
import Testing

@testable import WorkspaceEngine

@Suite struct ListTests {
  @Test func `a file that a person names is listed, an agent is told that it is no folder`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for path in ["a.md", "in/b.md", "in/c.md"] { try folder.save(path, "one\n") }
      try await workspace.settle()
      for path in ["a.md", "in/b.md"] {
        #expect(try await workspace.list(ListRequest(path: path)).map(\.path) == [path])
        #expect(try await workspace.list(ListRequest(path: path, recursive: true)).map(\.path) == [path])
        await #expect(throws: VerbError.self) {
          try await workspace.list(ListRequest(path: path, caller: Caller(agent: "Robot")))
        }
      }
      await #expect(throws: VerbError.self) { try await workspace.list(ListRequest(path: "in/d.md")) }
      await #expect(throws: VerbError.self) { try await workspace.list(ListRequest(path: "a.md/b.md")) }
    }
  }
}
