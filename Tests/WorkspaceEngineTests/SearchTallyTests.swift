import WorkspaceAPI
import Synchronization
import Testing

@testable import WorkspaceEngine

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
