import Documents
import GitObjects
import History
import Testing

@testable import WorkspaceEngine

@Suite struct WaitingLooksTests {
  private func observations(_ names: String...) throws -> [Observation] {
    try names.map { Observation(path: try WorkspacePath($0)) }
  }

  @Test func `all that differs comes at the end, with the renames of every batch`() throws {
    var looks = WaitingLooks()
    #expect(looks.isEmpty)
    looks.append(try observations("a", "b", "c"), renames: [PathRename(from: "x", to: "a")])
    let same = looks.advance { slice in (2, slice.filter { $0.path.string == "b" }) }
    #expect(same.map(\.string) == ["a"] && !looks.isDone)
    looks.append(try observations("d"), renames: [PathRename(from: "y", to: "d")])
    let rest = looks.advance { slice in (slice.count, slice.filter { $0.path.string == "d" }) }
    #expect(rest.map(\.string) == ["c"] && looks.isDone && !looks.isEmpty)
    let (differing, renames) = looks.take()
    #expect(differing.map(\.path.string) == ["b", "d"] && renames.map(\.from) == ["x", "y"])
    #expect(looks.isEmpty)
  }

  @Test func `what was not looked at is taken as if it differed`() throws {
    var looks = WaitingLooks()
    looks.append(try observations("a", "b", "c"), renames: [])
    _ = looks.advance { _ in (1, []) }
    #expect(looks.take().observations.map(\.path.string) == ["b", "c"])
  }
}
