import History
import Testing

@testable import WorkspaceEngine

@Suite struct QuestionListTests {
  private let time = SimulatedTime()

  /// A list, and what it tells.
  private func list() -> (list: QuestionList, hub: EventHub, told: AsyncStream<WorkspaceEvent>) {
    let hub = EventHub(time: time)
    hub.endOpening()
    return (QuestionList(time: time, events: hub), hub, hub.listen())
  }

  private func all(_ stream: AsyncStream<WorkspaceEvent>) async -> [WorkspaceEvent] {
    var events: [WorkspaceEvent] = []
    for await event in stream { events.append(event) }
    return events
  }

  @Test func `a question raised again keeps its time, stands once and is told once`() async {
    let (list, hub, told) = list()
    list.raise(.filesGone(21, of: 30))
    let since = list.open.first?.since
    time.advance(nanoseconds: 60_000_000_000)
    list.raise(.filesGone(22, of: 30))
    #expect(list.open.count == 1)
    #expect(list.open.first?.since == since)
    #expect(list.open.first?.seen.hasPrefix("22 of 30") == true)
    hub.close()
    #expect(await all(told).map(\.event) == [.question])
  }

  @Test func `only an open question can be answered, and only with one of its words`() async throws {
    let (list, hub, told) = list()
    #expect(throws: VerbError.self) { try list.answer("folder-emptied", word: "record") }
    list.raise(.filesGone(21, of: 30))
    #expect(throws: VerbError.self) { try list.answer("folder-emptied", word: "maybe") }
    #expect(try list.answer("folder-emptied", word: "record").answered == "record")
    #expect(list.givenAnswer(to: "folder-emptied") == "record")
    list.raise(.filesGone(21, of: 30))
    #expect(list.givenAnswer(to: "folder-emptied") == "record")
    list.withdraw("folder-emptied")
    #expect(list.open.isEmpty)
    #expect(list.givenAnswer(to: "folder-emptied") == nil)
    hub.close()
    let events = await all(told)
    #expect(events.map(\.event) == [.question, .answered])
    #expect(events.last?.answer == "record" && events.last?.id == "folder-emptied")
  }

  @Test func `a question that goes without an answer is told as withdrawn, once`() async {
    let (list, hub, told) = list()
    list.raise(.branchMovedBack("main", to: nil))
    list.withdraw("branch-moved-back")
    list.withdraw("branch-moved-back")
    hub.close()
    #expect(await all(told).map(\.event) == [.question, .withdrawn])
  }

  @Test func `an id is found by its first letters where no other begins so`() throws {
    let ids = ["7c1e29b0aa", "7c1e11", "folder-emptied"]
    #expect(try QuestionName.find("7c1e2", among: ids) == "7c1e29b0aa")
    #expect(try QuestionName.find("folder-emptied", among: ids) == "folder-emptied")
    #expect(throws: VerbError.self) { try QuestionName.find("7c1e", among: ids) }
    #expect(throws: VerbError.self) { try QuestionName.find("7c1", among: ["7c1e11"]) }
    #expect(throws: VerbError.self) { try QuestionName.find("absent", among: ids) }
  }
}
