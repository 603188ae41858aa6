import FileSystem
import Models
import Sessions
import Synchronization
import TestSupport
import Testing

@Suite struct SessionRunTests {
  @Test func `a session works until the model answers without a call`() async throws {
    let lab = try SessionLab()
    let record = try #require(try await lab.run())
    #expect(record.state == .completed && record.lastText == "Done." && record.totals.turns == 3)
    #expect(record.messages.count == 6 && record.totals.tokens == 330)
    let world = lab.world.withLock { $0 }
    #expect(world.effects == ["a", "b", "c"] && world.early.isEmpty)
    #expect(try SessionShelf.lines(of: "s1", in: lab.tree) == world.lines, "each line is given once")
  }

  @Test func `a kill at any point leads to the same end, each effect once, and its line before it`() async throws {
    let whole = try SessionLab()
    let end = try #require(try await whole.run())
    let points = whole.world.withLock { $0.points }
    #expect(points > 20)
    for death in 1...points {
      let fault = try await SessionLab.fault(killedAt: death)
      #expect(fault == nil, "\(fault ?? "")")
    }
    #expect(end.state == .completed && whole.world.withLock { $0.early }.isEmpty)
  }

  @Test func `the planted bug of an effect before its line is found by kills`() async throws {
    var found: String?
    for death in 1...60 where found == nil {
      found = try await SessionLab.fault(killedAt: death, .effectBeforeLine)
    }
    #expect(found?.contains("the effects are") == true, "\(found ?? "")")
  }

  /// Returns the first limit of all sessions together that a run exceeds.
  private func exceeded(_ bug: SessionLab.Bug?) async throws -> Int? {
    for limit in stride(from: 100, to: 900, by: 10) {
      let lab = try SessionLab(limit: limit, bug: bug)
      _ = try await lab.run()
      if lab.world.withLock({ !$0.beyond.isEmpty }) { return limit }
    }
    return nil
  }

  @Test func `no call exceeds the limits, and the planted bug of a check after the call is found`() async throws {
    #expect(try await exceeded(nil) == nil)
    #expect(try await exceeded(.limitsAfterCall) != nil)
  }

  @Test func `kills again and again change nothing either`() async throws {
    for seed: UInt64 in 1...100 {
      var generator = SeededGenerator(seed: seed)
      let lab = try SessionLab()
      for _ in 0..<8 {
        lab.world.withLock { world in
          world.points = 0
          world.death = Int.random(in: 1...12, using: &generator)
        }
        _ = try await lab.run()
        lab.restart(&generator)
      }
      let record = try #require(try await lab.run(), "seed \(seed)")
      let world = lab.world.withLock { $0 }
      #expect(record.state == .completed && world.effects == ["a", "b", "c"], "seed \(seed): \(world)")
    }
  }

  @Test func `a question waits for its answer, which is the result of the call`() async throws {
    let lab = try SessionLab([
      [SessionLab.call("q", "ask_user", #"{"question":"Which?","choices":["x"]}"#)],
      [
        SessionLab.call("e", "complete_task", #"{"status":"partial","summary":"Half."}"#),
        SessionLab.call("z", "move_file"),
      ],
    ])
    let asked = try #require(try await lab.run())
    #expect(asked.state == .waitingForUser && asked.question?.text == "Which?" && asked.question?.choices == ["x"])
    #expect(try await lab.run()?.state == .waitingForUser, "it needs an answer")
    for answer in ["", "y"] { #expect(try await lab.run(answer)?.state == .waitingForUser, "it is no choice") }
    let record = try #require(try await lab.run("X"))
    #expect(record.state == .completed && record.completion == "partial" && record.summary == "Half.")
    #expect(record.messages[2].blocks == [.toolResult(ToolResult(id: "q", text: "x"))])
    #expect(lab.world.withLock { $0.effects }.isEmpty, "no call follows the end")
    #expect(lab.world.withLock { $0.noted } == ["ask_user", "complete_task"], "they are calls on record")
  }

  @Test func `wrong arguments are a failed call that the model sees, and the session goes on`() async throws {
    let lab = try SessionLab([
      [SessionLab.call("a", "append_file", "{no"), SessionLab.call("b", "complete_task", #"{"status":"odd"}"#)],
      [.text("Sorry.")],
    ])
    let record = try #require(try await lab.run())
    let results = record.messages[2].blocks.compactMap { if case .toolResult(let result) = $0 { result } else { nil } }
    #expect(record.state == .completed && results.count == 2 && results.allSatisfy(\.isError))
    #expect(lab.world.withLock { $0.effects }.isEmpty)
  }

  @Test func `a budget is checked before the call: what would exceed it is not sent`() async throws {
    var budget = SessionBudget(tokens: 5, answerTokens: 100, turns: 20, excess: .fail)
    let small = try SessionLab(budget: budget)
    let failed = try #require(try await small.run())
    #expect(failed.state.reason?.contains("of 5 tokens") == true && small.world.withLock { $0.sent }.isEmpty)
    budget = SessionBudget(tokens: 50_000, answerTokens: 100, turns: 2, excess: .fail)
    let short = try SessionLab(budget: budget)
    #expect(try await short.run()?.state == .failed("the budget is used up: 2 of 2 turns"))
    #expect(short.world.withLock { $0.sent }.count == 2)
    budget = SessionBudget(tokens: 50_000, answerTokens: 1_000_000, turns: 9, cost: Cost(dollars: 0.5), excess: .fail)
    let dear = try SessionLab(budget: budget)
    #expect(try await dear.run()?.state.reason?.contains("of $0.50") == true)
    #expect(dear.world.withLock { $0.sent }.isEmpty)
  }

  @Test func `at its budget a session asks, and goes on or fails as the person says`() async throws {
    for (answer, state) in [("continue", "completed"), ("stop", "failed")] {
      let lab = try SessionLab(budget: SessionBudget(tokens: 50_000, answerTokens: 100, turns: 1))
      let asked = try #require(try await lab.run())
      #expect(asked.state == .waitingForUser && asked.question?.kind == .budget)
      #expect(try await lab.run("maybe")?.state == .waitingForUser)
      var record = try #require(try await lab.run(answer))
      // The new limit is two turns, so that the session asks once more.
      if record.question != nil { record = try #require(try await lab.run(answer)) }
      #expect(record.state.kind.rawValue == state)
    }
  }

  /// An agent that reports these states and then works until it is stopped.
  private func agent(
    _ states: [AgentProgress], _ budget: SessionBudget,
    allowances: @escaping @Sendable () -> [SpendingAllowance] = { [] }
  ) async throws -> SessionRecord {
    let lab = try SessionLab(budget: budget)
    let log = try SessionLog(beginning: lab.plan, in: lab.tree, lock: nil, now: { 7 })
    let ports = SessionRunner.Ports(
      send: { _, sink in
        for state in states { sink(.agent(state)) }
        let (endless, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in endless {}
        continuation.finish()
        return .success(
          ModelAnswer(
            blocks: [], stop: .cut(.cancelled), model: "m", usage: states.last?.usage ?? TokenUsage(), session: "a1",
            turns: states.last?.turns ?? 1))
      }, carryOut: { call, _ in .outcome(CallOutcome(id: call.id, text: "")) }, allowances: allowances)
    return try await SessionRunner(log, loop: SessionLab.loop, ports: ports).run(SessionLife.beginning(lab.plan))
  }

  @Test func `the limits of all sessions are read once for a sending, and stop an agent at work`() async throws {
    let reads = Mutex(0)
    let states = (1...20).map { Self.state($0 * 100, 1) }
    let record = try await agent(states, SessionBudget(tokens: 9_000, answerTokens: 10, turns: 20)) {
      reads.withLock { $0 += 1 }
      return [SpendingAllowance("the limit of the day", tokens: 1_950)]
    }
    #expect(record.lastCut?.contains("the limit of the day had 1950 tokens left") == true, "\(record.state)")
    #expect(record.isPausedByFault && record.question == nil)
    #expect(reads.withLock { $0 } == 1)
  }

  @Test(arguments: [true, false])
  func `an agent that reported its session before it failed is not given the whole task again`(
    reports: Bool
  ) async throws {
    let lab = try SessionLab()
    let log = try SessionLog(beginning: lab.plan, in: lab.tree, lock: nil, now: { 7 })
    let sendings = Mutex(0)
    let ports = SessionRunner.Ports(
      send: { _, sink in
        sendings.withLock { $0 += 1 }
        if reports { sink(.agent(AgentProgress(session: "a1"))) }
        return .failure(.command("the agent failed: no network"))
      }, carryOut: { call, _ in .outcome(CallOutcome(id: call.id, text: "")) })
    let steps = SessionLife.beginning(lab.plan) + [.thread("a1")]
    let record = try await SessionRunner(log, loop: SessionLab.loop, ports: ports).run(steps)
    #expect(record.state == .backgrounded && record.isPausedByFault)
    #expect(record.thread?.id == (reports ? "a1" : nil))
    #expect(sendings.withLock { $0 } == (reports ? 1 : 2), "an agent without its session gets the whole task")
  }

  @Test func `the text that arrived before a pause is in the log`() async throws {
    let lab = try SessionLab()
    let log = try SessionLog(beginning: lab.plan, in: lab.tree, lock: nil, now: { 7 })
    let (shown, signal) = AsyncStream.makeStream(of: Void.self)
    let ports = SessionRunner.Ports(
      send: { _, sink in
        sink(.text("I look."))
        let (endless, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in endless {}
        continuation.finish()
        return .failure(.cancelled)
      }, carryOut: { call, _ in .outcome(CallOutcome(id: call.id, text: "")) }, show: { _ in signal.yield() })
    let runner = SessionRunner(log, loop: SessionLab.loop, ports: ports)
    let work = Task { try await runner.run(SessionLife.beginning(lab.plan)) }
    for await _ in shown { break }
    await runner.end(.pause)
    let record = try await work.value
    let read = try #require(SessionRecord(try SessionShelf.lines(of: "s1", in: lab.tree)))
    #expect(record.state == .backgrounded && read == record && read.unfinished == "I look.")
  }

  @Test func `an agent is stopped if the log cannot be written`() async throws {
    let lab = try SessionLab()
    let log = try SessionLog(beginning: lab.plan, in: lab.tree, lock: nil, now: { 7 })
    let full = FileError(code: .noSpace, operation: "append", path: "log", errno: 28, message: "full")
    let isStopped = Mutex(false)
    let ports = SessionRunner.Ports(
      send: { [tree = lab.tree] _, sink in
        tree.onFault { operation, _ in operation == .append ? full : nil }
        sink(.text(String(repeating: "a", count: 2_000)))
        // The agent works until it is cancelled.
        let (endless, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in endless {}
        continuation.finish()
        isStopped.withLock { $0 = Task.isCancelled }
        return .failure(.cancelled)
      }, carryOut: { call, _ in .outcome(CallOutcome(id: call.id, text: "")) })
    let runner = SessionRunner(log, loop: SessionLab.loop, ports: ports)
    await #expect(throws: SessionLogError.file(full)) { try await runner.run(SessionLife.beginning(lab.plan)) }
    #expect(isStopped.withLock { $0 })
  }

  private static func state(_ tokens: Int, _ turns: Int) -> AgentProgress {
    AgentProgress(session: "a1", usage: TokenUsage(output: tokens), turns: turns)
  }

  @Test(
    arguments: [
      (
        SessionBudget(tokens: 1_000, answerTokens: 10, turns: 20), [state(900, 1), state(1_001, 2)],
        "1001 of 1000 tokens"
      ),
      (SessionBudget(tokens: 1_000, answerTokens: 10, turns: 2), [state(1, 1), state(2, 2), state(3, 3)], "2 turns"),
      (
        SessionBudget(tokens: 9_000, answerTokens: 10, turns: 20, cost: Cost(picodollars: 600_000_000)),
        [state(500, 1), state(700, 1)], "$0.0007 of $0.0006"
      ),
    ] as [(SessionBudget, [AgentProgress], String)])
  func `an agent at work is stopped at a limit, which asks or fails`(
    budget: SessionBudget, states: [AgentProgress], limit: String
  ) async throws {
    for excess in SessionBudget.Excess.allCases {
      var budget = budget
      budget.excess = excess
      let record = try await agent(states, budget)
      #expect(record.state.kind == (excess == .ask ? .waitingForUser : .failed) && record.thread?.id == "a1")
      #expect(record.totals.tokens == states.last?.usage.total && record.totals.turns == states.last?.turns)
      #expect((record.question?.text ?? record.state.reason)?.contains(limit) == true, "\(record.state)")
    }
  }
}
