import FileSystem
import Models
import Sessions
import Synchronization
import TestSupport

/// A session on a simulated disk, with a model that answers by the length of the conversation and tools with effects.
final class SessionLab: Sendable {
  /// A promise that is broken on purpose, from outside (decision 54).
  enum Bug: Sendable {
    /// The effect of a call comes before its line in the log.
    case effectBeforeLine
    /// The limits are those before the last call: they are checked after it.
    case limitsAfterCall
  }

  /// The state outside the log.
  struct World: Sendable {
    /// The effects of tools: one more for each call that did something.
    var effects: [String] = []
    /// The ids of calls that were done, as a daemon knows them for a repeated call.
    var done: Set<String> = []
    /// The lengths of the conversations that were sent.
    var sent: [Int] = []
    /// The calls whose line was not in the log when the tool was called.
    var early: [String] = []
    /// The tools that the session carried out by itself.
    var noted: [String] = []
    /// The lines of the log as the session gave them.
    var lines: [SessionLine] = []
    /// The tokens of the answers so far.
    var used = 0
    /// The estimated tokens of calls that the limit did not allow.
    var beyond: [Int] = []
    /// The number of points that the run passed.
    var points = 0
    /// The point at which the process is killed; nil for none.
    var death: Int?
  }

  let tree = SimulatedTree { 0 }
  let world = Mutex(World())
  let plan: SessionPlan
  let answers: [[ContentBlock]]
  private let limit: Int
  private let bug: Bug?

  /// Creates a session that was not begun.
  ///
  /// - Parameter limit: the tokens of all sessions together.
  init(
    _ answers: [[ContentBlock]] = SessionLab.work, budget: SessionBudget = .research, limit: Int = 1_000_000,
    bug: Bug? = nil
  ) throws {
    (self.limit, self.bug) = (limit, bug)
    plan = SessionPlan(id: "s1", agent: "Assistant", prompt: "Go", budget: budget)
    self.answers = answers
    try tree.makeDirectories(.store)
    try tree.synchronizeAll()
  }

  /// A run of two tools in one answer, one in the next, a text at the end.
  static let work: [[ContentBlock]] = [
    [.text("I begin."), call("a", "append_file"), call("b", "append_file")], [call("c", "move_file")], [.text("Done.")],
  ]

  static func call(_ id: String, _ tool: String, _ input: String = "{}") -> ContentBlock {
    .toolCall(ToolCall(id: id, name: tool, input: input))
  }

  static let loop = SessionLoop(system: "Be brief.", tools: [], price: TokenPrice(input: 1, output: 1))

  /// Passes a point at which the process may be killed: nothing can be logged after that.
  private func pass() {
    let isEnd = world.withLock { world in
      world.points += 1
      return world.points == world.death
    }
    if isEnd { tree.cutPower() }
  }

  /// Returns the time of an append, before which the process may be killed.
  private func time(_ milliseconds: Int64) -> Int64 {
    pass()
    return milliseconds
  }

  private var isDead: Bool { world.withLock { $0.points >= $0.death ?? .max } }

  private var ports: SessionRunner.Ports {
    SessionRunner.Ports(
      send: { request, sink in
        self.pass()
        if self.isDead { return .failure(.cut) }
        let index = request.messages.count { $0.role == .assistant }
        self.world.withLock { world in
          world.sent.append(request.messages.count)
          let size = TokenEstimate.tokens(of: request)
          if size > self.limit - world.used { world.beyond.append(size) }
          world.used += Self.answer.total
        }
        self.pass()
        let blocks = index < self.answers.count ? self.answers[index] : [.text("?")]
        for case .text(let text) in blocks { sink(.text(text)) }
        return .success(
          ModelAnswer(blocks: blocks, stop: .complete, model: "m", usage: Self.answer))
      },
      carryOut: { call, _ in
        self.pass()
        if self.isDead { return .outcome(CallOutcome(id: call.id, text: "")) }
        if self.bug != .effectBeforeLine { self.act(call) }
        self.pass()
        return .outcome(CallOutcome(id: call.id, text: "result of \(call.call.id)"))
      },
      allowances: {
        self.pass()
        let used = self.world.withLock { $0.used }
        let known = self.bug == .limitsAfterCall ? max(0, used - Self.answer.total) : used
        return [SpendingAllowance("the limit", tokens: self.limit - known)]
      },
      show: { _ in self.pass() }, logged: { lines in self.world.withLock { $0.lines += lines } },
      noted: { tool in self.world.withLock { $0.noted.append(tool) } })
  }

  /// The tokens of each answer.
  private static let answer = TokenUsage(input: 100, output: 10)

  /// Has the effect of a call.
  private func act(_ call: PendingCall) {
    let lines = (try? SessionShelf.lines(of: "s1", in: tree)) ?? []
    let isLogged = lines.contains { $0.step == .call(id: call.id, tool: call.call.name) }
    world.withLock { world in
      if !isLogged { world.early.append(call.id) }
      // Only a call that may have been made before is looked up.
      if call.startedAt != nil, world.done.contains(call.id) { return }
      world.done.insert(call.id)
      world.effects.append(call.call.id)
    }
  }

  /// Runs a session of `work` that is killed at a point, then to its end; returns the first rule that it breaks.
  static func fault(killedAt death: Int, _ bug: Bug? = nil) async throws -> String? {
    var generator = SeededGenerator(seed: UInt64(death))
    let lab = try SessionLab(bug: bug)
    lab.world.withLock { $0.death = death }
    _ = try await lab.run()
    lab.restart(&generator)
    let record = try await lab.run()
    let world = lab.world.withLock { $0 }
    if record?.state != .completed { return "killed at \(death): the state is \(String(describing: record?.state))" }
    if world.effects != ["a", "b", "c"] { return "killed at \(death): the effects are \(world.effects)" }
    // Only the message in flight is sent again.
    guard world.sent.count <= 4, Set(world.sent) == [1, 3, 5] else { return "killed at \(death): sent \(world.sent)" }
    return nil
  }

  /// Runs the session until it rests or the process is killed.
  ///
  /// - Parameter hold: whether the process may go on before each effect.
  func run(
    _ answer: String? = nil, hold: @escaping @Sendable (SessionRecord) -> SessionHold = { _ in .held }
  ) async throws -> SessionRecord? {
    let record: SessionRecord?
    do throws(SessionLogError) {
      let isNew = (try? tree.read(.store("sessions/s1/log.jsonl"), limit: 1 << 20)) == nil
      let log =
        isNew
        ? try SessionLog(beginning: plan, in: tree, lock: nil, now: { self.time(7) })
        : try SessionLog(opening: "s1", in: tree, lock: nil, now: { self.time(8) })
      let steps: [SessionStep]
      if isNew {
        steps = SessionLife.beginning(plan)
      } else {
        do throws(ResumeRefusal) { steps = try SessionLife.resume(log.record, answer: answer) } catch {
          return log.record
        }
      }
      var ports = ports
      ports.hold = { record in
        if self.bug == .effectBeforeLine, !self.isDead, let call = record.pending.first {
          self.act(call)
          self.pass()
        }
        return hold(record)
      }
      record = try await SessionRunner(log, loop: Self.loop, ports: ports).run(steps)
    } catch { record = nil }
    return record
  }

  /// Starts the machine again after a kill.
  func restart(_ generator: inout SeededGenerator) {
    tree.crash(using: &generator)
    world.withLock { $0.death = nil }
  }
}
