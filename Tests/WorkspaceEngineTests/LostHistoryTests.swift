import TestSupport
import Testing

@testable import WorkspaceEngine

@Suite struct LostHistoryTests {
  @Test func `a restored commit is on the list of lost ones until a reference keeps it`() async throws {
    let folder = try await TestFolder()
    let list = ".git/stet/lost-history"
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
    }
    let lost = try await folder.git("commit-tree", "main^{tree}", "-m", "lost")
    try folder.save(list, lost + "\n")
    // No reference can be below a file.
    try await folder.git("update-ref", "refs/stet/rescue", "main")
    try await folder.open { workspace in try await workspace.settle() }
    #expect(folder.text(list) == lost + "\n")
    try await folder.git("update-ref", "-d", "refs/stet/rescue")
    // The second time the reference is there already.
    for _ in 0..<2 {
      try folder.save(list, lost + "\n")
      try await folder.open { workspace in try await workspace.settle() }
      #expect(folder.text(list) == nil)
      #expect(try await folder.git("rev-parse", "refs/stet/rescue/\(lost.prefix(12))") == lost)
    }
  }
}
