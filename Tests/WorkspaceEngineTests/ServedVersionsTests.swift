import GitObjects
import Testing

@testable import WorkspaceEngine

@Suite struct ServedVersionsTests {
  private let first = ObjectID.emptyBlob
  private let second = ObjectID.emptyTree

  @Test func `a session that was given one version has that one as its base`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(first, of: path, to: "s")
    served.note(first, of: path, to: "s")
    #expect(served.onlyVersion(of: path, to: "s") == first)
    #expect(served.onlyVersion(of: path, to: "other") == nil)
  }

  @Test func `a session that was given two versions has no base by itself`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(first, of: path, to: "s")
    served.note(second, of: path, to: "s")
    #expect(served.onlyVersion(of: path, to: "s") == nil)
  }

  @Test func `what a session wrote is the version it knows`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(first, of: path, to: "s")
    served.noteWritten(second, of: path, by: "s")
    #expect(served.onlyVersion(of: path, to: "s") == second)
  }
}
