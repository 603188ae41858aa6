import WorkspaceAPI
import Testing

@testable import WorkspaceEngine

@Suite struct BatchDeletionTests {
  private static let robot = Caller(agent: "robot", session: "s")
  private static let names = (1...24).map { "f\($0).md" }

  /// The ways in which a batch names renames.
  enum Renames: CaseIterable {
    case none, withoutNewFiles, toOneFile, real
  }

  @Test(arguments: Renames.allCases)
  func `a batch of nearly all files is refused unless each gets its new name`(renames: Renames) async throws {
    let folder = try await TestFolder()
    for name in Self.names { try folder.save(name, "text of \(name)\n") }
    try await folder.open { workspace in
      try await workspace.settle()
      var batch = BatchRequest(writes: [], caller: Self.robot)
      for name in Self.names {
        batch.writes.append(WriteRequest(path: name, action: .delete))
        if renames != .none { batch.renames.append([name, renames == .toOneFile ? "F/one.md" : "F/" + name]) }
        if renames == .real {
          batch.writes.append(
            WriteRequest(path: "F/" + name, action: .copy(from: name, revision: nil), token: .zero))
        }
      }
      if renames == .toOneFile {
        batch.writes.append(WriteRequest(path: "F/one.md", action: .put(Array("all\n".utf8)), token: .zero))
      }
      guard renames != .real else {
        _ = try await workspace.writeTogether(batch)
        #expect(Self.names.allSatisfy { folder.text("F/" + $0) == "text of \($0)\n" && folder.text($0) == nil })
        return
      }
      let error = await #expect(throws: VerbError.self) { try await workspace.writeTogether(batch) }
      #expect(error?.what.hasPrefix("More than half of the files") == true, "\(error?.description ?? "")")
      #expect(Self.names.allSatisfy { folder.text($0) != nil })
    }
  }
}
