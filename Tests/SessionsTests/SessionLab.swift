import FileSystem
import Models
import Sessions
import Synchronization
import TestSupport

/// A session on a simulated disk, with a model that answers by the length of the conversation and tools with effects.
final class SessionLab: Sendable {
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
    /// The number of points that the run passed.
    var points = 0
    /// The point at which the process is killed; nil for none.
    var death: Int?
  }

  let tree = SimulatedTree { 0 }
  let world = Mutex(World())
  let plan: SessionPlan
  let answers: [[ContentBlock]]

  /// Creates a session that was not begun.
  init(_ answers: [[ContentBlock]] = SessionLab.work, budget: SessionBudget = .research) throws {
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
        self.world.withLock { $0.sent.append(request.messages.count) }
        self.pass()
        let blocks = index < self.answers.count ? self.answers[index] : [.text("?")]
        for case .text(let text) in blocks { sink(.text(text)) }
        return .success(
          ModelAnswer(blocks: blocks, stop: .complete, model: "m", usage: TokenUsage(input: 100, output: 10)))
      },
      carryOut: { call, _ in
        self.pass()
        if self.isDead { return .outcome(CallOutcome(id: call.id, text: "")) }
        let lines = (try? SessionShelf.lines(of: "s1", in: self.tree)) ?? []
        let isLogged = lines.contains { $0.step == .call(id: call.id, tool: call.call.name) }
        self.world.withLock { world in
          if !isLogged { world.early.append(call.id) }
          // Only a call that may have been made before is looked up.
          if call.startedAt != nil, world.done.contains(call.id) { return }
          world.done.insert(call.id)
          world.effects.append(call.call.id)
        }
        self.pass()
        return .outcome(CallOutcome(id: call.id, text: "result of \(call.call.id)"))
      },
      allowances: {
        self.pass()
        return []
      },
      show: { _ in self.pass() })
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
      ports.hold = { hold($0) }
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
