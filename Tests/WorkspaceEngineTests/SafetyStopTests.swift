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
}
