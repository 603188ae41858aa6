import WorkspaceAPI
import GitObjects
import TestSupport
import Testing

@testable import WorkspaceEngine

@Suite struct UnseenReadTests {
  @Test(arguments: [("1\n\nmine\n\n3\n", false), ("one\n\nmine\n\nthree\n", true)])
  func `a save is asked about only where it lacks what an agent wrote`(saved: String, lacks: Bool) async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n\ntwo\n\nthree\n")
      try await workspace.settle()
      for (old, new) in [("one", "1"), ("three", "3")] {
        _ = try await workspace.write(
          WriteRequest(
            path: "a.md", action: .edit(old: old, new: new, everywhere: false),
            caller: Caller(agent: "Claude", session: new)))
      }
      try folder.save("a.md", saved)
      try await workspace.settle()
      // A merge that finds the file open in a program is placed at a later look.
      var isMentioned = false
      try await until {
        isMentioned = try await workspace.questions().contains { $0.kind == "stale-save" || $0.kind == "conflict" }
        let text = folder.text("a.md") ?? ""
        return isMentioned || (text.contains("1\n") && text.contains("3\n"))
      }
      if !lacks { #expect(!isMentioned && folder.text("a.md") == saved) }
    }
  }

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
