import WorkspaceAPI
import Coordination
import GitObjects
import Testing

/// The order in which claims are granted, and how they end.
@Suite struct ClaimTableTests {
  @Test func `who came first is served first, and a later reader does not pass a waiting writer`() throws {
    var office = Office()
    let reader = try office.ask("A", "a.md", .reading)
    let writer = try office.ask("B", "a.md", .writing)
    let late = try office.ask("C", "a.md", .reading)
    let apart = try office.ask("C", "b.md", .writing)
    #expect(office.granted[reader] != nil && office.granted[apart] != nil)
    #expect(office.granted[writer] == nil && office.granted[late] == nil)
    office.release(reader)
    #expect(office.granted[writer] != nil && office.granted[late] == nil)
    office.release(writer)
    #expect(office.granted[late] != nil)
  }

  @Test func `deleting a folder waits for claims inside and holds back later ones`() throws {
    var office = Office()
    let inside = try office.ask("A", "folder/a.md", .writing)
    let deletion = try office.ask("B", "folder", .deleting)
    let later = try office.ask("C", "folder/deep/b.md", .reading)
    #expect(office.granted[deletion] == nil && office.granted[later] == nil)
    office.release(inside)
    #expect(office.granted[deletion] != nil && office.granted[later] == nil)
    office.release(deletion)
    #expect(office.granted[later] != nil)
  }

  @Test func `who insists waits as long as it said, goes on beside the claim then, and is waited for`() throws {
    var office = Office()
    let holder = try office.ask("A", "a.md", .writing, lasts: 60)
    let adoption = try office.ask("sync", "a.md", .writing, wait: 5, isBrief: true, insists: true)
    office.pass(4)
    #expect(office.granted[adoption] == nil)
    office.pass(1)
    #expect(office.granted[adoption] != nil && office.ended[office.granted[holder]?.number ?? 0] == nil)
    let later = try office.ask("B", "a.md", .reading)
    office.release(holder)
    #expect(office.granted[later] == nil)
    office.release(adoption)
    #expect(office.granted[later] != nil)
  }

  @Test func `several items are granted together or not at all`() throws {
    var office = Office()
    let one = try office.ask("A", "a.md", .writing)
    let both = try office.ask("B", [("a.md", .moving), ("b.md", .replacing)])
    #expect(office.granted[both] == nil)
    let other = try office.ask("C", "b.md", .writing, wait: 5)
    #expect(office.granted[other] == nil, "nobody takes one of the two meanwhile")
    office.release(one)
    #expect(office.granted[both] != nil)
  }

  @Test func `who waits is refused at the limit and told who holds it until when`() throws {
    var office = Office()
    let holder = try office.ask("A", "a.md", .writing, lasts: 60)
    let waiter = try office.ask("B", "a.md", .merging, wait: 5)
    office.pass(4)
    #expect(office.refused[waiter] == nil)
    office.pass(2)
    let path = try WorkspacePath("a.md")
    #expect(
      office.refused[waiter]
        == .held(by: ClaimHolder(party: "A", name: "A"), item: ClaimItem(path, .writing), until: 60 * second))
    #expect(office.granted[holder] != nil && office.table.waiting.isEmpty)
  }

  @Test func `who does not want to wait is answered at once`() throws {
    var office = Office()
    try office.ask("A", "a.md", .writing)
    let impatient = try office.ask("B", "a.md", .writing, wait: 0)
    #expect(office.refused[impatient] != nil)
  }

  @Test func `a claim ends when its time is over, and the next is served`() throws {
    var office = Office()
    let holder = try office.ask("A", "a.md", .writing, lasts: 10)
    let next = try office.ask("B", "a.md", .writing, wait: 60)
    office.pass(9)
    #expect(office.granted[next] == nil)
    office.pass(2)
    let number = try #require(office.granted[holder]).number
    #expect(office.ended[number] == .expired)
    #expect(office.granted[next] != nil)
  }

  @Test func `the number of a holder that stalled ten minutes is worth nothing, whoever has the claim now`() throws {
    var office = Office()
    let stalled = try office.ask("A", "a.md", .writing, lasts: 60)
    let number = try #require(office.granted[stalled]).number
    let change = ClaimItem(try WorkspacePath("a.md"), .writing)
    #expect(office.table.fence(number, for: change, at: office.now) == .holds(ClaimHolder(party: "A", name: "A")))
    // Nobody lets time pass in the table: the number alone decides.
    #expect(office.table.fence(number, for: change, at: 600 * second) == .ended)
    office.pass(600)
    #expect(office.table.fence(number, for: change, at: office.now) == .ended)
    let again = try office.ask("A", "a.md", .writing)
    let newer = try #require(office.granted[again]).number
    #expect(newer > number && office.table.fence(number, for: change, at: office.now) == .ended)
    let other = ClaimItem(try WorkspacePath("b.md"), .writing)
    #expect(office.table.fence(newer, for: other, at: office.now) == .isForOther(ClaimHolder(party: "A", name: "A")))
  }

  @Test func `a connection's end ends what it has and what it waits for`() throws {
    var office = Office()
    let holder = try office.ask("A", "a.md", .writing, connection: 1)
    let waiter = try office.ask("A", "b.md", .writing, connection: 1)
    try office.ask("B", "c.md", .writing, connection: 2)
    let queued = try office.ask("A", "c.md", .writing, connection: 1)
    let lasting = try office.ask("A", "d.md", .writing)
    let next = try office.ask("C", "a.md", .writing)
    office.take(office.table.endConnection(1, at: office.now))
    for ticket in [holder, waiter] {
      let number = try #require(office.granted[ticket]).number
      #expect(office.ended[number] == .holderGone)
    }
    #expect(office.refused[queued] == .gone)
    #expect(office.granted[next] != nil)
    #expect(office.table.claims.map(\.request.ticket).contains(lasting))
  }

  @Test func `a claim is renewed while nobody waits for it`() throws {
    var office = Office()
    let holder = try office.ask("A", "a.md", .writing, lasts: 10)
    let number = try #require(office.granted[holder]).number
    office.pass(8)
    #expect(office.table.renew(number, lasts: 10 * second, at: office.now).isRenewed)
    office.pass(8)
    #expect(office.ended[number] == nil)
    let waiter = try office.ask("B", "a.md", .reading)
    #expect(!office.table.renew(number, lasts: 10 * second, at: office.now).isRenewed)
    office.pass(3)
    #expect(office.ended[number] == .expired && office.granted[waiter] != nil)
    #expect(!office.table.renew(number, lasts: 10 * second, at: office.now).isRenewed)
  }

  @Test func `who holds what another waits for is not kept behind that other, and holds no longer for it`() throws {
    var office = Office()
    try office.ask("A", "a.md", .writing, lasts: 10)
    let both = try office.ask("B", [("a.md", .writing), ("b.md", .writing)], wait: 60)
    let second = try office.ask("A", "b.md", .writing, lasts: 60)
    let claim = try #require(office.granted[second], "else each would wait for the other")
    #expect(claim.until == 10 * CoordinationTests.second)
    office.pass(11)
    #expect(office.granted[both] != nil)
  }

  @Test func `writes of the workspace's own do not wait for each other, but for claims and behind them`() throws {
    var office = Office()
    let one = try office.ask("A", "a.md", .writing, isBrief: true)
    let two = try office.ask("B", "a.md", .writing, isBrief: true)
    #expect(office.granted[one] != nil && office.granted[two] != nil)
    let claim = try office.ask("C", "a.md", .reading)
    let three = try office.ask("D", "a.md", .writing, wait: 2, isBrief: true)
    #expect(office.granted[claim] == nil && office.granted[three] == nil)
    office.release(one)
    office.release(two)
    #expect(office.granted[claim] != nil && office.granted[three] == nil)
    office.pass(3)
    #expect(office.refused[three] != nil)
  }

  @Test func `a table that is full says so`() throws {
    var limits = ClaimLimits()
    limits.mostClaims = 2
    var office = Office(limits: limits)
    try office.ask("A", "a.md", .writing)
    try office.ask("B", "b.md", .writing)
    let third = try office.ask("C", "c.md", .writing)
    #expect(office.refused[third] == .tooMany(2))
    let write = try office.ask("D", "d.md", .writing, isBrief: true)
    #expect(office.granted[write] != nil)
  }

  @Test func `who gives up waiting keeps nobody behind`() throws {
    var office = Office()
    try office.ask("A", "a.md", .reading)
    let writer = try office.ask("B", "a.md", .writing)
    let reader = try office.ask("C", "a.md", .reading)
    #expect(office.granted[reader] == nil)
    office.take(office.table.withdraw(ticket: writer, at: office.now))
    #expect(office.granted[reader] != nil && office.granted[writer] == nil)
  }

  @Test func `nothing holds longer than an hour`() throws {
    var office = Office()
    let ticket = try office.ask("A", "a.md", .writing, lasts: 86_400)
    #expect(office.granted[ticket]?.until == 3_600 * second)
  }
}
