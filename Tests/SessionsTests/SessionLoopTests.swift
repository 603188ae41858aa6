import Models
import Sessions
import Testing

@Suite struct SessionLoopTests {
  private static func record(_ steps: [SessionStep]) throws -> SessionRecord { try SessionRecordTests.record(steps) }

  private static let sent: [SessionStep] = [.message(ModelMessage(.user, "Go")), .moved(.running), .sent]

  private static func answer(_ stop: StopReason, _ blocks: [ContentBlock] = [.text("x")]) -> ModelAnswer {
    ModelAnswer(blocks: blocks, stop: stop, model: "m", usage: TokenUsage(input: 1, output: 1))
  }

  @Test(
    arguments: [
      (.offline("x"), .backgrounded), (.timedOut(seconds: 1), .backgrounded), (.keyRefused(status: 401), .backgrounded),
      (.settings("x"), .backgrounded), (.refused(status: 429, type: nil, message: nil, retryAfter: 9), .backgrounded),
      (.refused(status: 529, type: nil, message: nil, retryAfter: nil), .backgrounded),
      (.refused(status: 404, type: nil, message: "model 'm' not found", retryAfter: nil), .backgrounded),
      (.refused(status: 400, type: nil, message: "x", retryAfter: nil), .failed), (.contextFull("x"), .failed),
    ] as [(ModelFault, SessionState.Kind)])
  func `a fault that may pass pauses the session, one of the request itself ends it`(
    fault: ModelFault, state: SessionState.Kind
  ) throws {
    let steps = SessionLab.loop.steps(after: fault, try Self.record(Self.sent))
    let record = try Self.record(Self.sent + steps)
    #expect(record.state.kind == state && !record.isSent)
    #expect(record.totals.turns == 0, "only an answer is a turn")
  }

  @Test(
    arguments: [
      (.complete, .completed), (.toolUse, .completed), (.refused, .failed), (.other("x"), .completed),
      (.cut(.cut), .running), (.maxTokens, .running), (.paused, .running), (.contextFull, .failed),
    ] as [(StopReason, SessionState.Kind)])
  func `the reason of an answer's end decides how the session goes on`(
    stop: StopReason, state: SessionState.Kind
  ) throws {
    let before = try Self.record(Self.sent)
    let record = try Self.record(Self.sent + SessionLab.loop.steps(after: Self.answer(stop), before))
    #expect(record.state.kind == state && !record.isSent && record.totals.tokens == 2)
    if state == .running { #expect(record.messages.last?.role == .user) }
  }

  @Test func `answers that break off three times in a row pause the session`() throws {
    var steps = Self.sent
    for _ in 1...3 { steps += SessionLab.loop.steps(after: Self.answer(.cut(.cut)), try Self.record(steps)) }
    #expect(try Self.record(steps).state == .backgrounded)
    // A whole answer in between begins the count anew.
    let whole: [SessionStep] = [.cut("x"), .cut("x"), .message(ModelMessage(.assistant, "y"))]
    #expect(try Self.record(Self.sent + whole).cuts == 0)
  }

  @Test func `an agent that fails is not started again, unless it has lost its session`() throws {
    let failed = Self.answer(.cut(.command("x")))
    let record = try Self.record(Self.sent + SessionLab.loop.steps(after: failed, try Self.record(Self.sent)))
    #expect(record.state == .backgrounded && record.totals.tokens == 2)
    let resumed = Self.sent + [.thread("a1")]
    let before = try Self.record(resumed)
    let lost = SessionLab.loop.steps(after: .command("x"), before, resuming: before.thread)
    #expect(try Self.record(resumed + lost).state == .running && Self.record(resumed + lost).thread == nil)
    #expect(try Self.record(resumed + SessionLab.loop.steps(after: .command("x"), before)).state == .backgrounded)
    let offline = SessionLab.loop.steps(after: .offline("x"), before, resuming: record.thread)
    #expect(try Self.record(resumed + offline).thread?.id == "a1")
  }

  @Test func `an agent has the messages before its answer, and that answer`() throws {
    var answer = Self.answer(.maxTokens)
    (answer.session, answer.turns) = ("a1", 4)
    let steps = Self.sent + SessionLab.loop.steps(after: answer, try Self.record(Self.sent))
    let record = try Self.record(steps)
    #expect(record.thread == AgentThread(id: "a1", known: 2) && record.totals.turns == 4 && record.messages.count == 3)
    guard case .send(let request) = SessionLab.loop.next(try Self.record(steps + [.limited(.research)])) else {
      Issue.record("it is not sent")
      return
    }
    #expect(request.thread?.known == 2)
  }

  @Test func `older results are left out of a conversation that grows past the context, and its texts stay`() throws {
    var steps = Self.sent
    for turn in 1...4 {
      steps.append(.message(ModelMessage(.assistant, [.text("T\(turn)"), SessionLab.call("c", "read_file")])))
      steps.append(.ended(CallOutcome(id: "\(turn).1", text: String(repeating: "x", count: 4_000))))
    }
    var loop = SessionLab.loop
    loop.window = 3_000
    let record = try Self.record(steps + [.limited(.research)])
    guard case .log(let folding) = loop.next(record) else {
      Issue.record("nothing is left out")
      return
    }
    #expect(folding == [.folded(5)])
    guard case .send(let request) = loop.next(try Self.record(steps + [.limited(.research)] + folding)) else {
      Issue.record("the conversation is not sent")
      return
    }
    #expect(TokenEstimate.tokens(of: request) <= 3_000 && request.messages.count == 9)
    #expect(request.messages[7].blocks.first == .text("T4"))
  }

  @Test func `a conversation that the server finds too long is shortened, and sent once of each length`() throws {
    var steps = Self.sent
    for turn in 1...4 {
      steps.append(.message(ModelMessage(.assistant, [SessionLab.call("c", "read_file")])))
      steps.append(.ended(CallOutcome(id: "\(turn).1", text: String(repeating: "x", count: 4_000))))
    }
    let fault = ModelFault.contextFull("prompt is too long")
    let folding = SessionLab.loop.steps(after: fault, try Self.record(steps))
    #expect(folding.last == .folded(5))
    steps += folding + [.limited(.research)]
    guard case .send = SessionLab.loop.next(try Self.record(steps)) else {
      Issue.record("the shorter conversation is not sent")
      return
    }
    let record = try Self.record(steps + SessionLab.loop.steps(after: fault, try Self.record(steps)))
    #expect(record.state.kind == .failed)
  }

  @Test func `a session resumes from each state, or says why not`() throws {
    let plan = SessionLineTests.plan
    #expect(try SessionLife.resume(try Self.record([])) == SessionLife.beginning(plan))
    let broken = try SessionLife.resume(try Self.record(Self.sent + [.partial("12345678")]))
    #expect(broken.dropFirst() == [.cut("the session was interrupted"), .moved(.backgrounded), .moved(.running)])
    // Nobody knows what the provider charged: the request and the part that arrived are booked.
    guard case .spent(let spending)? = broken.first else {
      Issue.record("nothing is booked for the answer")
      return
    }
    #expect(spending.usage.input > 0 && spending.usage.output == 2 && spending.cost == nil)
    for state in [SessionState.completed, .failed("x")] {
      #expect(throws: ResumeRefusal.ended(state)) {
        try SessionLife.resume(try Self.record(Self.sent + [.moved(state)]))
      }
    }
    let question = SessionQuestion(id: "budget", kind: .budget, text: "?", choices: ["continue", "stop"])
    #expect(throws: ResumeRefusal.wrong(question, "maybe")) {
      try SessionLife.resume(try Self.record(Self.sent + [.asked(question), .moved(.waitingForUser)]), answer: "maybe")
    }
    #expect(throws: ResumeRefusal.noQuestion) { try SessionLife.resume(try Self.record(Self.sent), answer: "x") }
  }

  @Test func `an answer that a kill cut is booked as the limits were checked, with model and price`() throws {
    let tools = [ToolDefinition(name: "read_file", description: String(repeating: "d", count: 4_000), schema: [:])]
    let loop = SessionLoop(
      system: String(repeating: "s", count: 8_000), tools: tools, model: "m", price: TokenPrice(input: 2, output: 10))
    let before = Array(Self.sent.dropLast())
    guard case .send(let request) = loop.next(try Self.record(before + [.limited(.research)])) else {
      Issue.record("it is not sent")
      return
    }
    let estimate = loop.estimate(request)
    #expect(estimate.input > 3_000)
    let record = try Self.record(before + [.sent, .expected(estimate), .partial("12345678")])
    for steps in [try SessionLife.resume(record), SessionLife.pause(record, "x"), SessionLife.cancel(record)] {
      guard case .spent(let spending)? = steps.first else {
        Issue.record("nothing is booked")
        return
      }
      #expect(spending.model == "m" && spending.usage.input == estimate.input && spending.isEstimate)
      #expect(spending.cost == Cost(picodollars: estimate.input * 2_000_000 + 20_000_000))
      let totals = try Self.record(before + [.sent, .expected(estimate)] + steps).totals
      #expect(totals.estimated == 1 && totals.turns == 1)
    }
  }

  @Test func `a pause has a reason unless a person asked for it`() throws {
    let hindered = try Self.record([.message(ModelMessage(.user, "Go")), .moved(.running)] + SessionLife.hindered("x"))
    #expect(hindered.isPausedByFault && hindered.lastCut == "x")
    let paused = try Self.record(Self.sent)
    #expect(try !Self.record(Self.sent + SessionLife.pause(paused, SessionLife.pauseReason)).isPausedByFault)
    #expect(try !Self.record(Self.sent + [.cut("x"), .moved(.failed("x"))]).isPausedByFault)
  }

  @Test func `each step of pausing, resuming and ending is a transition of the life cycle`() throws {
    let question = SessionQuestion(id: "1.1", kind: .permission, text: "?", choices: ["allow"])
    let starts: [[SessionStep]] = [
      [], Self.sent, Self.sent + [.moved(.backgrounded)], Self.sent + [.asked(question), .moved(.waitingForUser)],
    ]
    for start in starts {
      let record = try Self.record(start)
      for steps in [
        try SessionLife.resume(record), SessionLife.pause(record, "x"), SessionLife.cancel(record),
      ] {
        var state = record.state
        for case .moved(let next) in steps {
          #expect(state.allows(next.kind), "\(state) to \(next)")
          state = next
        }
      }
      #expect(SessionLife.cancel(record).last == .moved(.failed("cancelled")))
    }
  }
}
