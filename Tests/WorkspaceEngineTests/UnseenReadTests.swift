import GitObjects
import Testing

@testable import WorkspaceEngine

@Suite struct UnseenReadTests {
  @Test(arguments: [true, nil]) func `a version that nobody was shown stands for no token`(isUnseen: Bool?) async throws
  {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "mine\n")
      try await workspace.settle()
      let agent = Caller(agent: "Claude", session: "s")
      _ = try await workspace.read(ReadRequest(path: "a.md", caller: agent, isUnseen: isUnseen))
      let write = WriteRequest(path: "a.md", action: .put(Array("robot\n".utf8)), caller: agent)
      var refusal: VerbError?
      do throws(VerbError) { _ = try await workspace.write(write) } catch { refusal = error }
      #expect((refusal?.code == .stale) == (isUnseen == true))
      #expect(folder.text("a.md") == (isUnseen == true ? "mine\n" : "robot\n"))
    }
  }
}
