import FileSystem
import Models
import Sessions
import TestSupport
import Testing

@Suite struct SpendingLedgerTests {
  private static func lines(_ id: String, _ agent: String, _ calls: [(time: Int64, tokens: Int, cost: Int?)])
    -> [SessionLine]
  {
    let plan = SessionPlan(id: id, agent: agent, prompt: "p")
    return [SessionLine(number: 1, time: 0, step: .begun(plan))]
      + calls.map { call in
        let spending = CallSpending(
          model: "m", usage: TokenUsage(input: call.tokens), cost: call.cost.map { Cost(picodollars: $0) })
        return SessionLine(number: 2, time: call.time, step: .spent(spending))
      }
  }

  private static let one = SpendingLedger(lines("a", "A", [(10, 1, 5), (20, 2, nil)]))
  private static let two = SpendingLedger(lines("b", "A", [(15, 4, 7)]))

  @Test func `ledgers merge in any order and any number of times`() {
    var left = Self.one
    left.merge(Self.two)
    var right = Self.two
    for ledger in [Self.one, Self.two, Self.one, left] { right.merge(ledger) }
    #expect(left == right && left.entries.map(\.session) == ["a", "b", "a"])
    #expect(left.totals().tokens == 7 && left.totals().cost == Cost(picodollars: 12) && left.totals().unpriced == 1)
    // A log that grew has its earlier calls once.
    left.merge(SpendingLedger(Self.lines("a", "A", [(10, 1, 5), (20, 2, nil), (30, 8, nil)])))
    #expect(left.totals().tokens == 15)
  }

  @Test func `totals are by session, by agent and since a time`() {
    var ledger = Self.one
    ledger.merge(Self.two)
    #expect(ledger.totals(by: \.session).mapValues(\.tokens) == ["a": 3, "b": 4])
    #expect(ledger.totals(by: \.agent).mapValues(\.turns) == ["A": 3])
    #expect(ledger.totals(since: 15).tokens == 6)
  }

  @Test func `a day's limit counts the last 24 hours, a workspace's all calls`() {
    let day: Int64 = 86_400_000
    let ledger = SpendingLedger(Self.lines("a", "A", [(0, 100, 10), (day, 5, 1)]))
    let limits = SpendingLimits(
      day: .init(tokens: 50), workspace: .init(tokens: 200, cost: Cost(picodollars: 20)))
    let left = limits.allowances(ledger, now: day + 1)
    #expect(left.map(\.tokens) == [45, 95] && left.map(\.cost?.picodollars) == [nil, 9])
    #expect(limits.allowances(ledger, now: day).first?.tokens == -55)
    #expect(SpendingLimits().isEmpty && SpendingLimits().allowances(ledger, now: 0).isEmpty)
  }

  @Test func `the book of a workspace has the calls of all readable logs, as they grow`() throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store)
    let log = try SessionLog(
      beginning: SessionPlan(id: "a", agent: "A", prompt: "p"), in: tree, lock: nil, now: { 3 })
    let book = SpendingBook(tree)
    #expect(book.ledger().entries.isEmpty)
    let spending = CallSpending(model: "m", usage: TokenUsage(output: 9))
    for count in 1...2 {
      try log.append([.spent(spending)])
      #expect(book.ledger().totals().tokens == 9 * count)
    }
    try tree.makeDirectories(.store("sessions/broken"))
    #expect(book.ledger().totals().turns == 2)
  }
}
