import FileSystem
import LocalState
import Models
import TestSupport
import Testing

@testable import Sessions

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

  @Test func `two calls of two machines at one place of a log are two`() {
    var ledger = SpendingLedger(Self.lines("a", "A", [(5, 1, nil), (10, 2, nil)]))
    ledger.merge(SpendingLedger(Self.lines("a", "A", [(5, 1, nil), (20, 4, nil)])))
    #expect(ledger.totals().turns == 3 && ledger.totals().tokens == 7)
  }

  @Test func `the calls in a log that a take-over replaced count`() throws {
    let tree = SimulatedTree { 0 }
    let folder = FileLocation.store("sessions/a")
    try tree.makeDirectories(folder)
    let logs: [(String, [(time: Int64, tokens: Int, cost: Int?)])] = [
      ("log.jsonl", [(5, 1, nil), (20, 4, nil)]), ("log.99.jsonl", [(5, 1, nil), (10, 2, nil)]),
    ]
    for (name, calls) in logs {
      let bytes = Self.lines("a", "A", calls).flatMap(\.bytes)
      try tree.create(folder.appending(name), bytes: bytes, permissions: 0o600, durable: true)
    }
    let book = SpendingBook(tree)
    #expect(book.read().ledger.totals().turns == 3 && book.read().ledger.totals().tokens == 7)
    #expect(book.read().problem == nil)
  }

  @Test func `totals are by session, by agent and since a time`() {
    var ledger = Self.one
    ledger.merge(Self.two)
    #expect(ledger.totals { $0.session ?? "" }.mapValues(\.tokens) == ["a": 3, "b": 4])
    #expect(ledger.totals { $0.agent ?? "" }.mapValues(\.turns) == ["A": 3])
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

  @Test func `the book of a workspace has the calls of sessions and those outside, as they grow`() throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store)
    let log = try SessionLog(
      beginning: SessionPlan(id: "a", agent: "A", prompt: "p"), in: tree, lock: nil, now: { 3 })
    let book = SpendingBook(tree)
    #expect(book.read() == SpendingReading())
    let spending = CallSpending(model: "m", usage: TokenUsage(output: 9))
    for count in 1...2 {
      try log.append([.spent(spending)])
      #expect(book.read().ledger.totals().tokens == 9 * count)
    }
    try tree.makeDirectories(.store("sessions/empty"))
    var call = CallLog.Call(
      id: "1", time: 5_000, ability: "today", agent: nil, provider: "claude",
      spending: CallSpending(
        model: "m", usage: TokenUsage(input: 1, cacheRead: 2, cacheWrite: 3, output: 4), cost: Cost(dollars: 0.000324),
        isEstimate: true))
    try CallLog.add(call, in: tree)
    // A power cut left a part of a line.
    _ = try tree.append(.store("usage.jsonl"), bytes: Array("{\"time\":".utf8), durable: true)
    (call.id, call.ability, call.agent, call.spending.cost, call.spending.isEstimate) = ("2", nil, "Claude", nil, false)
    try CallLog.add(call, in: tree)
    let reading = book.read()
    #expect(reading.problem == nil && reading.broken == 1)
    #expect(reading.ledger.totals().turns == 4 && reading.ledger.totals().tokens == 18 + 20)
    let outside = reading.ledger.entries.filter { $0.session == nil }
    #expect(outside.map(\.ability) == ["today", nil] && outside.map(\.agent) == [nil, "Claude"])
    #expect(outside.map(\.spending.cost) == [Cost(dollars: 0.000324), nil])
    #expect(outside.map(\.spending.isEstimate) == [true, false] && reading.ledger.totals().estimated == 1)
    #expect(outside.allSatisfy { $0.provider == "claude" && $0.spending.usage.total == 10 && $0.time == 5_000 })
  }

  /// Returns the lines of calls outside sessions by their ids; nil is that of a line from before lines had ids.
  private static func calls(_ ids: [String?], on day: String = "2026-11-27") -> [UInt8] {
    ids.flatMap { id in
      let name = id.map { #""id":"\#($0)","# } ?? ""
      return Array(
        "\n{\(name)\"time\":\"\(day)T10:00:00Z\",\"provider\":\"p\",\"model\":\"m\",\"input\":1,\"output\":1}\n".utf8)
    }
  }

  private static func ids(_ bytes: [UInt8]) -> [String] {
    CallLog.lines(bytes).calls.map { String($0.call.id.suffix(2)) }
  }

  @Test func `calls outside sessions of all machines count once each, also in a copy of a folder`() throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store("usage"))
    let files: [(String, [String?])] = [
      ("usage.jsonl", ["a1", "a2", nil, nil]), ("usage/b.jsonl", ["b1"]), ("usage/c.jsonl", ["a1", nil, nil, "c1"]),
      ("usage/c.jsonl.new", ["d1"]),
    ]
    for (name, ids) in files {
      try tree.create(.store(name), bytes: Self.calls(ids), permissions: 0o600, durable: false)
    }
    let book = SpendingBook(tree)
    #expect(book.read().ledger.totals().turns == 6)
    #expect(book.read().ledger.totals { $0.session ?? "-" }.keys.sorted() == ["-"] && book.read().problem == nil)
    _ = try tree.append(.store("usage/b.jsonl"), bytes: Self.calls(["b2"]), durable: true)
    #expect(book.read().ledger.totals().turns == 7)
  }

  @Test func `calls that stay at the remote make costs a lower bound, and no limit impossible to check`() throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store("usage"))
    try tree.create(.store("usage/b.jsonl"), bytes: Self.calls(["b1"]), permissions: 0o600, durable: false)
    let book = SpendingBook(tree)
    let limits = SpendingLimits(workspace: .init(tokens: 100))
    for (names, problem) in [
      ([], nil), (["b"], "calls of machine b that are too large, too many or damaged stay at the remote"),
      (["b", "c"], "calls of 2 machines, such as b, that are too large, too many or damaged stay at the remote"),
    ] as [([String], String?)] {
      if !names.isEmpty { try CallLog.left.write(json: names, .volatile, in: tree) }
      let reading = book.read()
      #expect(reading.problem == problem && reading.ledger.totals().turns == 1)
      #expect(limits.allowances(reading, now: 0).map(\.problem) == [nil])
    }
    #expect(CallLog.machines(in: tree) == ["b"])
  }

  @Test func `calls travel in a file for each day, and are added to those at the remote once`() {
    let bytes = Self.calls(["a1", "a2"]) + Array("broken\n".utf8) + Self.calls(["a3"], on: "2026-11-28")
    let files = CallDays.files(bytes) { line in line.filter { $0 != UInt8(ascii: " ") } }
    #expect(files.mapValues(Self.ids) == ["2026-11-27.jsonl": ["a1", "a2"], "2026-11-28.jsonl": ["a3"]])
    #expect(files.keys.allSatisfy(CallDays.isFile))
    for name in ["2026-11-27", "x.jsonl", "2026-13-27.jsonl", "../2026-11-27.jsonl"] { #expect(!CallDays.isFile(name)) }
    let cases: [(there: [String?], here: [String?], joined: [String])] = [
      ([], ["a1"], ["a1"]), (["a1"], ["a1", "a2"], ["a1", "a2"]), (["b1", "a2"], ["a1", "a2"], ["b1", "a2", "a1"]),
      ([nil], [nil, nil], [" 1", " 2"]), (["a1"], [], ["a1"]),
    ]
    for (there, here, joined) in cases {
      let once = CallDays.joined(Self.calls(there), Self.calls(here))
      #expect(Self.ids(once) == joined && CallDays.joined(once, Self.calls(here)) == once)
      #expect(once.starts(with: Self.calls(there)), "what was published stays")
    }
    let torn = CallDays.joined(Array(Self.calls(["a1"]).dropLast()), Self.calls(["a2"]))
    #expect(Self.ids(torn) == ["a1", "a2"])
  }

  @Test func `a log that cannot be read as a whole is named, and no limit counts as kept`() throws {
    let tree = SimulatedTree { 0 }
    try tree.makeDirectories(.store("sessions/a"))
    let lines = Self.lines("a", "A", [(10, 7, nil)]).map(\.bytes)
    let log = FileLocation.store("sessions/a/log.jsonl")
    try tree.create(
      log, bytes: lines[0] + lines[1] + Array("damage\n".utf8) + SessionLine(number: 9, time: 1, step: .sent).bytes,
      permissions: 0o600, durable: false)
    let reading = SpendingBook(tree).read()
    #expect(reading.unread == ["a"] && reading.ledger.totals().tokens == 7)
    let limits = SpendingLimits(day: .init(tokens: 1_000))
    let left = limits.allowances(reading, now: 11)
    let call = CallBound(tokens: 5, answer: 0, price: nil)
    #expect(left.first?.tokens == 993 && call.excess([left[0]]) == nil)
    #expect(call.excess(left)?.contains("the log of session a cannot be read") == true)
    #expect(SpendingLimits().allowances(reading, now: 11).isEmpty)
  }
}
