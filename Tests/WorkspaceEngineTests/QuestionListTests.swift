import FileSystem
import LocalState
import Sync
import Testing
import WorkTree
import WorkspaceAPI

@testable import FolderKeeping
@testable import WorkspaceEngine

@Suite struct QuestionListTests {
  private let time = SimulatedTime()

  /// A list, and what it reports.
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
    #expect(list.givenAnswer(to: .filesGone(21, of: 30)) == "record")
    list.raise(.filesGone(21, of: 30))
    #expect(list.givenAnswer(to: .filesGone(21, of: 30)) == "record")
    list.withdraw("folder-emptied")
    #expect(list.open.isEmpty)
    #expect(list.givenAnswer(to: .filesGone(21, of: 30)) == nil)
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

  /// A list of a start, with what was kept at the last stop.
  private func start(_ tree: SimulatedTree) -> (list: QuestionList, hub: EventHub, told: AsyncStream<WorkspaceEvent>) {
    let hub = EventHub(time: time)
    hub.endOpening()
    return (QuestionList(time: time, events: hub, tree: tree), hub, hub.listen())
  }

  private func store() throws -> SimulatedTree {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store)
    return tree
  }

  private func kept(_ tree: SimulatedTree) -> [QuestionReport] {
    StoredFile("questions.json").value([QuestionReport].self, from: tree, limit: 1 << 20) ?? []
  }

  private let rewritten = QuestionSubject.remote(SyncQuestion(kind: .remoteRewritten, tip: nil, remote: nil))

  @Test func `a question that is open across a restart is nothing new`() async throws {
    let store = try store()
    let first = start(store).list
    first.raise(.filesGone(21, of: 30))
    let since = first.open.first?.since
    time.advance(nanoseconds: 3_600_000_000_000)
    let (list, hub, told) = start(store)
    // Nobody has found it again yet.
    #expect(list.open.isEmpty)
    list.raise(.filesGone(21, of: 30))
    #expect(list.open.first?.since == since)
    hub.close()
    #expect(await all(told).isEmpty)
  }

  @Test func `an answer that was not carried out before the stop counts, for the same situation only`() throws {
    let store = try store()
    let first = start(store).list
    first.raise(rewritten)
    _ = try first.answer("remote-rewritten-history", word: "join")
    #expect(start(store).list.givenAnswer(to: rewritten) == "join")
    let other = SyncQuestion(kind: .remoteRewritten, tip: nil, remote: nil, rescue: "refs/stet/rescue/9")
    #expect(start(store).list.givenAnswer(to: .remote(other)) == nil)
    first.withdraw("remote-rewritten-history")
    #expect(start(store).list.givenAnswer(to: rewritten) == nil && kept(store).isEmpty)
  }

  @Test func `what is no question any more after a restart is told as withdrawn`() async throws {
    let store = try store()
    let first = start(store).list
    first.raise(rewritten)
    first.raise(.branchMovedBack("main", to: nil))
    let (list, hub, told) = start(store)
    list.forget(except: "remote-rewritten-history")
    list.forget(except: nil)
    list.forget(except: nil)
    #expect(kept(store).map(\.id) == ["branch-moved-back"])
    hub.close()
    let events = await all(told)
    #expect(events.map(\.event) == [.withdrawn] && events.first?.id == "remote-rewritten-history")
  }

  @Test func `what is not raised again within the time is told as withdrawn, once, but for the remote's`() async throws
  {
    let store = try store()
    let first = start(store).list
    first.raise(.filesGone(21, of: 30))
    first.raise(rewritten)
    let (list, hub, told) = start(store)
    list.expire()
    let expiry = try #require(list.expiry)
    #expect(expiry > time.now().monotonic && kept(store).count == 2)
    time.advance(nanoseconds: QuestionList.memory + 1)
    #expect(expiry < time.now().monotonic)
    list.expire()
    list.expire()
    #expect(list.expiry == nil)
    list.forget(except: nil)
    hub.close()
    let events = await all(told)
    #expect(events.map(\.event) == [.withdrawn, .withdrawn])
    #expect(events.last?.id == "remote-rewritten-history")
  }

  @Test func `what comes long after the start is new, also where it was asked before`() async throws {
    let store = try store()
    start(store).list.raise(.filesGone(21, of: 30))
    let (list, hub, told) = start(store)
    time.advance(nanoseconds: QuestionList.memory + 1)
    list.raise(.filesGone(25, of: 40))
    hub.close()
    #expect(await all(told).map(\.event) == [.question])
  }

  @Test func `an id is found by its first letters where no other begins so`() throws {
    let ids = ["7c1e29b0aa", "7c1e11", "folder-emptied"]
    #expect(try QuestionName.find("7c1e2", among: ids) == "7c1e29b0aa")
    #expect(try QuestionName.find("folder-emptied", among: ids) == "folder-emptied")
    #expect(throws: VerbError.self) { try QuestionName.find("7c1e", among: ids) }
    #expect(throws: VerbError.self) { try QuestionName.find("7c1", among: ["7c1e11"]) }
    #expect(throws: VerbError.self) { try QuestionName.find("absent", among: ids) }
    #expect {
      try QuestionName.find("fo", among: ids)
    } throws: { error in
      (error as? VerbError)?.next?.contains("4 characters") == true
    }
  }
}
