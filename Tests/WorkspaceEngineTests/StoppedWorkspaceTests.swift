import TestSupport
import Testing

@testable import WorkspaceEngine

/// A workspace after its stop.
@Suite struct StoppedWorkspaceTests {
  private struct Parts {
    weak var workspace: Workspace?
    weak var keeper: FolderKeeper?
  }

  @Test func `a stopped workspace does not stay in memory`() async throws {
    let folder = try await TestFolder()
    var parts = Parts()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      parts = Parts(workspace: workspace, keeper: workspace.keeper)
    }
    try await until { parts.workspace == nil && parts.keeper == nil }
  }
}
