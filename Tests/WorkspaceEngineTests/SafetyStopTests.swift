import FoundationEssentials
import GitObjects
import Testing

@testable import WorkspaceEngine

@Suite struct SafetyStopTests {
  /// Asks the status again until the open questions are these, at most half a minute.
  private func waitFor(_ questions: [String], in workspace: Workspace) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await workspace.questions().map(\.id) != questions {
      if ContinuousClock.now > deadline { return false }
      await Task.yield()
    }
    return true
  }

  @Test func `the question about an emptied folder goes when the files come back by other means`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for index in 0..<30 { try folder.save("papers/f\(index).md", "text \(index)\n") }
      try folder.save("other.md", "one\n")
      try await workspace.settle()
      try FileManager.default.moveItem(atPath: folder.root + "/papers", toPath: folder.place + "/papers")
      #expect(try await waitFor(["folder-emptied"], in: workspace))
      try FileManager.default.moveItem(atPath: folder.place + "/papers", toPath: folder.root + "/papers")
      #expect(try await waitFor([], in: workspace))
      try await workspace.settle()
      #expect(try await folder.git("ls-files").split(separator: "\n").count == 31)
    }
  }

  @Test(arguments: [false, true])
  func `who has the deletion of most files recorded is not asked again before it is published`(
    isStopped: Bool
  ) async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try await folder.open { workspace in
      for index in 0..<30 { try folder.save("papers/f\(index).md", "text \(index)\n") }
      try folder.save("other.md", "one\n")
      try await workspace.settle()
      if isStopped { try FileManager.default.moveItem(atPath: remote, toPath: remote + ".away") }
      try FileManager.default.removeItem(atPath: folder.root + "/papers")
      #expect(try await waitFor(["folder-emptied"], in: workspace))
      _ = try await workspace.answer(AnswerRequest(id: "folder-emptied", word: "record"))
      if !isStopped { try await workspace.settle() }
      #expect(try await workspace.questions().isEmpty)
    }
    if isStopped {
      try FileManager.default.moveItem(atPath: remote + ".away", toPath: remote)
      try await folder.open { workspace in
        try await workspace.settle()
        #expect(try await workspace.questions().isEmpty)
      }
    }
    #expect(try await folder.git("--git-dir=\(remote)", "ls-tree", "--name-only", "main") == "other.md")
    // A later deletion is another one.
    try await folder.open { workspace in
      for index in 0..<30 { try folder.save("more/f\(index).md", "text \(index)\n") }
      try await workspace.settle()
      try FileManager.default.removeItem(atPath: folder.root + "/more")
      #expect(try await waitFor(["folder-emptied"], in: workspace))
    }
  }
}
