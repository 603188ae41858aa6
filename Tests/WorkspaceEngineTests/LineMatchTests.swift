import Synchronization
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

@Suite struct LineMatchTests {
  @Test(
    arguments: [
      (["a", "b"], ["a", "b"], [0, 1]), (["b"], ["a", "b", "c"], [1]), (["x"], ["a"], [nil]), ([], ["a"], []),
      (["a"], [], [nil]), (["a", "x", "c"], ["a", "b", "c"], [0, nil, 2]), (["", ""], ["", "a", ""], [0, 2]),
    ] as [([String], [String], [Int?])])
  func `a line is found again in its order, or not at all`(texts: [String], older: [String], found: [Int?]) {
    #expect(LineMatch.match(texts, in: older) == found)
  }
}

@Suite struct SearchTallyTests {
  @Test func `at each beat a search tells what it has found until then`() async {
    let tally = SearchTally()
    let heard = Mutex<[SearchProgress]>([])
    let (beats, clock) = AsyncStream.makeStream(of: Duration.self)
    for beat in [250, 510, 2_760] { clock.yield(.milliseconds(beat)) }
    clock.finish()
    await tally.tell(at: beats) { progress in
      heard.withLock { $0.append(progress) }
      tally.note([SearchHit(path: "a.md", line: 1, text: ""), SearchHit(path: "a.md", line: 2, text: "")])
      tally.note([SearchHit(path: "é.md", line: 1, text: "")])
    }
    #expect(heard.withLock { $0.map(\.milliseconds) } == [250, 510, 2_760])
    #expect(heard.withLock { $0.map(\.lines) } == [0, 3, 6])
    #expect(heard.withLock { $0.map(\.files) } == [0, 2, 4])
  }
}

@Suite struct ListTests {
  @Test func `a file that a person names is listed, an agent is told that it is no folder`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for path in ["a.md", "in/b.md", "in/c.md"] { try folder.save(path, "one\n") }
      try await workspace.settle()
      for path in ["a.md", "in/b.md"] {
        #expect(try await workspace.list(ListRequest(path: path)).map(\.path) == [path])
        #expect(try await workspace.list(ListRequest(path: path, recursive: true)).map(\.path) == [path])
        await #expect(throws: VerbError.self) {
          try await workspace.list(ListRequest(path: path, caller: Caller(agent: "Robot")))
        }
      }
      await #expect(throws: VerbError.self) { try await workspace.list(ListRequest(path: "in/d.md")) }
      await #expect(throws: VerbError.self) { try await workspace.list(ListRequest(path: "a.md/b.md")) }
    }
  }
}
