import Glibc
import TestSupport
import Testing

@testable import FolderKeeping
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

  @Test func `a workspace whose store is moved away ends, and the next one records alone`() async throws {
    let folder = try await TestFolder()
    let first = try #require(try await Workspace.open(folder.settings))
    try folder.save("a.md", "one\n")
    try await first.settle()
    #expect(rename(folder.root + "/.git/stet", folder.place + "/stet") == 0)
    try await until { await first.keeper.report().state == "paused" }
    for await _ in first.departed {}
    try await folder.open { second in
      try folder.save("b.md", "two\n")
      try await second.settle()
      await first.stop()
      try folder.save("c.md", "three\n")
      try await second.settle()
      #expect(try await folder.git("show", "main:c.md") == "three")
      #expect(try await folder.git("rev-list", "--count", "main", "--", "b.md") == "1")
    }
  }
}
