import Coordination
import Dispatch
import FileSystem
import GitObjects
import Synchronization
import TestSupport
import Testing
import WorkTree
import WorkspaceAPI

@testable import FolderKeeping
@testable import WorkspaceEngine

/// The desk: timers, connections, programs that are notified.
@Suite struct ClaimDeskTests {
  private func desk(_ timeouts: ClaimTimeouts = ClaimTimeouts(), _ limits: ClaimLimits = ClaimLimits()) -> ClaimDesk {
    let time = SystemTime()
    return ClaimDesk(time: time, events: EventHub(time: time), limits: limits, timeouts: timeouts)
  }

  private func ask(
    _ desk: ClaimDesk, _ party: String, _ path: String, wait: Int64 = 60_000_000_000, lasts: Int64 = 60_000_000_000,
    connection: UInt64? = nil
  ) async throws -> ClaimDesk.ClaimAnswer {
    let item = ClaimItem(try WorkspacePath(path), .writing)
    return await desk.ask { ticket, now in
      ClaimRequest(
        ticket: ticket, holder: ClaimHolder(party: party, name: party), items: [item], connection: connection,
        waitUntil: now + wait, lasts: lasts)
    }
  }

  @Test func `a claim ends by itself, and who waits is served then`() async throws {
    let desk = desk()
    _ = try await ask(desk, "A", "a.md", lasts: 50_000_000).get()
    let next = try await ask(desk, "B", "a.md").get()
    #expect(desk.look { table, _ in table.claims.map(\.number) } == [next.number])
  }

  @Test func `a wait ends by itself`() async throws {
    let desk = desk()
    _ = try await ask(desk, "A", "a.md").get()
    let answer = try await ask(desk, "B", "a.md", wait: 20_000_000)
    #expect(throws: ClaimRefusal.self) { try answer.get() }
  }

  @Test func `who gives up waiting gives back what it was granted meanwhile`() async throws {
    let desk = desk()
    let first = try await ask(desk, "A", "a.md").get()
    let waiting = Task { try await ask(desk, "B", "a.md") }
    try await until { desk.look { table, _ in !table.waiting.isEmpty } }
    waiting.cancel()
    let answer = try await waiting.value
    #expect(throws: ClaimRefusal.self) { try answer.get() }
    desk.release(first.number)
    #expect(desk.look { table, _ in table.isEmpty })
  }

  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @Test func `a desk that closes while somebody asks answers, too`() async throws {
    let refused = Count()
    for _ in 0..<300 {
      let desk = desk()
      _ = try await ask(desk, "A", "a.md").get()
      let item = ClaimItem(try WorkspacePath("a.md"), .writing)
      Task {
        let answer = await desk.ask { ticket, now in
          // It closes as soon as the desk's lock is free: between the request and the wait.
          DispatchQueue.global().async { desk.close() }
          return ClaimRequest(
            ticket: ticket, holder: ClaimHolder(party: "B", name: "B"), items: [item], connection: nil,
            waitUntil: now + 60_000_000_000, lasts: 60_000_000_000)
        }
        if case .failure = answer { refused.value.withLock { $0 += 1 } }
      }
    }
    try await until { refused.value.withLock { $0 } == 300 }
  }

  @Test func `a connection's end ends its claims, its waits and its notices`() async throws {
    let desk = desk()
    _ = try await ask(desk, "A", "a.md", connection: 1).get()
    let waiting = Task { try await ask(desk, "B", "a.md", connection: 2) }
    try await until { desk.look { table, _ in !table.waiting.isEmpty } }
    let notices = desk.listener(of: 2)
    desk.endConnection(2)
    let answer = try await waiting.value
    #expect(throws: ClaimRefusal.self) { try answer.get() }
    for await _ in notices { Issue.record("nothing is told any more") }
    desk.endConnection(1)
    #expect(desk.look { table, _ in table.isEmpty })
  }

  @Test func `programs that have a file open are told over their connection, and waited for`() async throws {
    let desk = desk()
    let path = try WorkspacePath("a.md")
    desk.change { state, _ in
      (state.table.present(path, by: ClaimHolder(party: "editor", name: "editor"), connection: 7), [])
    }
    let claim = Task { try await ask(desk, "A", "a.md") }
    for await notice in desk.listener(of: 7) {
      #expect(notice.notice == .letGo && notice.asks && notice.path == "a.md" && notice.by == "A")
      desk.change { state, now in
        ((), state.table.answer(notice.id, from: 7, failure: nil, at: now.monotonic))
      }
      break
    }
    #expect(try await claim.value.get().unready == [])
  }

  @Test func `an adoption waits for a claim a bounded time in all, and for others' files not at all`() async throws {
    var timeouts = ClaimTimeouts()
    timeouts.adoption = 100_000_000
    let desk = desk(timeouts)
    let claim = try await ask(desk, "A", "a.md").get()
    let clock = ContinuousClock()
    let (mine, other) = (try WorkspacePath("a.md"), try WorkspacePath("b.md"))
    #expect(await clock.measure { await desk.adopting([other]) {} } < .milliseconds(100))
    #expect(await clock.measure { await desk.adopting([mine, other]) {} } >= .milliseconds(99))
    #expect(await clock.measure { await desk.adopting([mine]) {} } < .milliseconds(100), "it was waited for once")
    #expect(desk.look { table, _ in table.claims.map(\.number) } == [claim.number], "and stands")
  }

  @Test func `an adoption goes on as soon as the claim is given back`() async throws {
    let desk = desk()
    let claim = try await ask(desk, "A", "a.md").get()
    let path = try WorkspacePath("a.md")
    let adoption = Task { await desk.adopting([path]) {} }
    try await until { desk.look { table, _ in !table.waiting.isEmpty } }
    desk.release(claim.number)
    await adoption.value
    #expect(desk.look { table, _ in table.isEmpty })
  }

  @Test func `who waited is told so, since what it looked at may be another`() async throws {
    var timeouts = ClaimTimeouts()
    timeouts.write = 60_000_000_000
    let desk = desk(timeouts)
    let items = [ClaimItem(try WorkspacePath("a.md"), .writing)]
    #expect(try await desk.during(items, by: .person) { $0 } == false)
    let claim = try await ask(desk, "A", "a.md").get()
    let waiting = Task { try await desk.during(items, by: .person) { $0 } }
    try await until { desk.look { table, _ in !table.waiting.isEmpty } }
    desk.release(claim.number)
    #expect(try await waiting.value)
  }

  @Test func `who claims a file while an adoption changes it waits for the adoption`() async throws {
    let desk = desk()
    let path = try WorkspacePath("a.md")
    try await desk.adopting([path]) {
      let meanwhile = try await ask(desk, "A", "a.md", wait: 0)
      #expect(throws: ClaimRefusal.self) { try meanwhile.get() }
      _ = try await ask(desk, "A", "b.md", wait: 0).get()
    }
    _ = try await ask(desk, "A", "a.md", wait: 0).get()
  }

  @Test func `numbers never go back, also where the clock was set back or what was kept is damaged`() async throws {
    let folder = try await TestFolder()
    let tree = try DiskTree(root: folder.root)
    try tree.makeDirectories(.store)
    var last: Int64 = 0
    for wall in [1_000_000_000_000_000_000, 5, 5, 2_000_000_000_000_000_000, 0] as [Int64] {
      let numbers = ClaimNumbers(tree: tree)
      let floor = numbers.floor(at: Moment(wall: wall, monotonic: 0))
      #expect(floor >= last)
      #expect(floor >= wall / 1_000_000)
      for given in [floor, floor + 3_000_000, floor + 40_000_000] {
        try await numbers.reserve(above: given)
        last = given + 1_000
      }
    }
    try folder.save(".git/stet/claims", "no number")
    #expect(ClaimNumbers(tree: tree).floor(at: Moment(wall: 7_000_000, monotonic: 0)) == 7)
  }

  @Test func `a stop answers everybody who waits`() async throws {
    let desk = desk()
    _ = try await ask(desk, "A", "a.md").get()
    let waiting = Task { try await ask(desk, "B", "a.md") }
    try await until { desk.look { table, _ in !table.waiting.isEmpty } }
    desk.close()
    let answer = try await waiting.value
    #expect(throws: ClaimRefusal.self) { try answer.get() }
    let late = try await ask(desk, "C", "c.md")
    #expect(throws: ClaimRefusal.self) { try late.get() }
  }
}
