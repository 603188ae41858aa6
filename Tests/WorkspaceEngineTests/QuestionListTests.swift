import History
import Testing

@testable import WorkspaceEngine

@Suite struct QuestionListTests {
  private let answers = [
    QuestionAnswer(word: "record", effect: "record it"), QuestionAnswer(word: "put-back", effect: "put it back"),
  ]

  private func list(_ time: SimulatedTime) -> QuestionList {
    QuestionList(time: time, events: EventHub(time: time))
  }

  @Test func `a question raised again keeps its time and stands once`() {
    let time = SimulatedTime()
    let list = list(time)
    list.raise(id: "q", kind: "safety-stop", seen: "one", untouched: "all", answers: answers)
    let since = list.open.first?.since
    time.advance(nanoseconds: 60_000_000_000)
    list.raise(id: "q", kind: "safety-stop", seen: "two", untouched: "all", answers: answers)
    #expect(list.open.count == 1)
    #expect(list.open.first?.since == since)
    #expect(list.open.first?.seen == "two")
  }

  @Test func `only an open question can be answered, and only with one of its words`() throws {
    let list = list(SimulatedTime())
    #expect(throws: VerbError.self) { try list.answer("q", word: "record") }
    list.raise(id: "q", kind: "safety-stop", seen: "one", untouched: "all", answers: answers)
    #expect(throws: VerbError.self) { try list.answer("q", word: "maybe") }
    _ = try list.answer("q", word: "record")
    #expect(list.givenAnswer(to: "q") == "record")
    list.withdraw("q")
    #expect(list.open.isEmpty)
    #expect(list.givenAnswer(to: "q") == nil)
  }
}
