import WorkspaceAPI
import GitObjects
import Testing

@testable import WorkspaceEngine

/// A question about a long history costs as much as its answer, not as the history.
@Suite struct LongHistoryTests {
  /// A history of 20,000 commits a minute apart: each twentieth is an agent's, each fiftieth brings something back.
  private static let script = """
    awk 'BEGIN { for (i = 1; i <= 20000; i++) {
      printf "commit refs/heads/main\\ncommitter Person <person@example.org> %d +0000\\ndata <<EOT\\n", 1600000000 + i * 60
      printf "Edit %d.md\\n\\nStet-Actor: %s\\n", i % 100, (i % 20 == 5 ? "agent" : "user")
      if (i % 20 == 5) printf "Stet-Agent: Claude\\nStet-Session: s%d\\n", i / 1000
      printf "Stet-Machine: desk\\nStet-Change: %016x\\n", i * 10007
      if (i % 50 == 0) printf "Stet-Restores: %040x\\n", i
      printf "EOT\\nM 644 inline %d.md\\ndata <<EOT\\nversion %d\\nEOT\\n\\n", i % 100, i
    } }' | git fast-import --quiet
    """

  private func folder() async throws -> TestFolder {
    let folder = try await TestFolder(isEmpty: true)
    try await folder.git("init", "--quiet", "--initial-branch=main")
    try await folder.git("-c", "alias.fill=!\(Self.script)", "fill")
    try await folder.git("config", "user.name", "Person")
    try await folder.git("config", "user.email", "person@example.org")
    try await folder.git("read-tree", "HEAD")
    try await folder.git("checkout-index", "--all")
    _ = try await WorkspaceSetUp.initialize(folder.settings, remote: nil, useTemplate: false)
    return folder
  }

  /// The change's id of a commit by its number.
  private func change(_ number: Int) -> String {
    let digits = String(number * 10_007, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func `of 20,000 commits only those are read that are needed`() async throws {
    try await folder().open { workspace in
      try await MakerHistory(git: workspace.git, keeper: workspace.keeper).learn()
      let newest = try await workspace.desks.history.operations.window { $0.whole.count >= 50 }
      #expect(newest.whole.count >= 50 && newest.read == 256, "\(newest.whole.count) of \(newest.read)")
      #expect(try await workspace.operations(OperationsRequest(limit: 50)).count == 50)
      let near = try await workspace.desks.history.operations.window { $0.isWhole(at: 1_600_000_000 + 19_500 * 60) }
      #expect(near.read == 256)
      // All that can make an operation, of all 20,000, and the commit that says that these are from before seals.
      #expect(try await workspace.desks.history.operations.window(first: nil) { _ in true }.read == 1_401)
    }
  }

  @Test func `any of 20,000 commits is found by its change and taken back`() async throws {
    let folder = try await folder()
    try await folder.open { workspace in
      try await MakerHistory(git: workspace.git, keeper: workspace.keeper).learn()
      let restored = try await workspace.undo(UndoRequest(target: change(19_950)))
      #expect(restored.paths == ["50.md"] && folder.text("50.md") == "version 19850\n")
      let agents = try await workspace.undo(UndoRequest(target: change(19_985)))
      #expect(agents.paths == ["85.md"] && folder.text("85.md") == "version 19885\n")
      let old = try await workspace.undo(UndoRequest(target: change(65)))
      #expect(old.commit == nil && old.kept.map(\.path) == ["65.md"])
      let newest = try await workspace.undo(UndoRequest())
      #expect(newest.undoneBy == nil && newest.commit != nil)
    }
  }
}
