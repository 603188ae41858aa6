package import Models
internal import Threads

/// Runs one session: carries out the actions that the rule demands, and logs each step before the next one.
package actor SessionRunner {
  /// The world outside the log.
  package struct Ports: Sendable {
    /// The function that takes the events of an answer while it arrives.
    package typealias Sink = @Sendable (ModelEvent) -> Void

    /// Sends a conversation to the model.
    package var send: @Sendable (ModelRequest, @escaping Sink) async -> Result<ModelAnswer, ModelFault>
    /// Calls a tool. A call whose `startedAt` is set may have been carried out before; its effect happens once.
    package var carryOut: @Sendable (PendingCall, _ grants: Set<String>) async -> ToolReply
    /// Returns the limits besides those of the session; called once before each sending.
    package var allowances: @Sendable () -> [SpendingAllowance]
    /// Returns whether this process may go on; called before each sending and each call of a tool.
    package var hold: @Sendable (SessionRecord) async -> SessionHold
    /// Shows the progress to a person.
    package var show: @Sendable (SessionNews) -> Void
    /// Takes the lines that were added to the log, before the next action; all lines at first.
    package var logged: @Sendable ([SessionLine]) async -> Void
    /// Takes the name of a tool that the session itself carried out, for the record of calls.
    package var noted: @Sendable (_ tool: String) async -> Void

    /// Creates a value.
    package init(
      send: @escaping @Sendable (ModelRequest, @escaping Sink) async -> Result<ModelAnswer, ModelFault>,
      carryOut: @escaping @Sendable (PendingCall, _ grants: Set<String>) async -> ToolReply,
      allowances: @escaping @Sendable () -> [SpendingAllowance] = { [] },
      hold: @escaping @Sendable (SessionRecord) async -> SessionHold = { _ in .held },
      show: @escaping @Sendable (SessionNews) -> Void = { _ in },
      logged: @escaping @Sendable ([SessionLine]) async -> Void = { _ in },
      noted: @escaping @Sendable (_ tool: String) async -> Void = { _ in }
    ) {
      self.send = send
      self.carryOut = carryOut
      self.allowances = allowances
      self.hold = hold
      self.show = show
      self.logged = logged
      self.noted = noted
    }
  }

  /// The end of the work on a session that a person requests.
  package enum Ending: Hashable, Sendable {
    /// The session goes on later; it ends for ever.
    case pause, cancel

    /// Returns the steps of the end.
    package func steps(_ record: SessionRecord) -> [SessionStep] {
      self == .pause ? SessionLife.pause(record, SessionLife.pauseReason) : SessionLife.cancel(record)
    }
  }

  /// The size in bytes of the pieces of an answer in the log.
  private static let piece = 1_024

  private nonisolated let queue = SerialQueue(label: "stet.session")
  private let loop: SessionLoop
  private let ports: Ports
  private let log: SessionLog
  private var sending: Task<Result<ModelAnswer, ModelFault>, Never>?
  private var ending: Ending?
  /// The text of the answer that arrives, as far as it is not logged.
  private var unlogged = ""
  /// The limit at which the agent at work was stopped; nil for none.
  private var excess: BudgetCheck.Excess?
  /// Whether the agent at work has reported the session that it resumes.
  private var hasResumed = false

  /// The executor, because appends to the log block.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// Creates a runner of an opened log.
  package init(_ log: sending SessionLog, loop: SessionLoop, ports: Ports) {
    self.log = log
    self.loop = loop
    self.ports = ports
  }

  /// The present state of the session.
  package var record: SessionRecord { log.record }

  /// Logs steps and goes on until the session ends, waits for the person, or is paused.
  ///
  /// - Throws: `SessionLogError` if a step cannot be logged: nothing is done that is not logged.
  package func run(_ steps: [SessionStep]) async throws(SessionLogError) -> SessionRecord {
    try log.append(steps)
    while ending == nil {
      await ports.logged(log.takeLines())
      var allowances: [SpendingAllowance] = []
      func read() -> [SpendingAllowance] {
        allowances = ports.allowances()
        return allowances
      }
      switch loop.next(log.record, allowances: read()) {
      case .rest: return log.record
      case .log(let steps):
        try log.append(steps)
        for case .call(_, let tool) in steps { await ports.noted(tool) }
      case .send(let request):
        guard try await holds() else { return log.record }
        try await send(request, allowances)
      case .carryOut(let call):
        guard try await holds() else { return log.record }
        try await carryOut(call)
      }
    }
    try log.append(ending?.steps(log.record) ?? [])
    await ports.logged(log.takeLines())
    return log.record
  }

  /// Pauses or cancels the session after the tool that is at work; an answer that arrives is broken off.
  package func end(_ ending: Ending) {
    if self.ending != .cancel { self.ending = ending }
    sending?.cancel()
  }

  /// Logs the end of a session whose tool still works: the process ends now, and the call is looked up when the session
  /// goes on. Returns the state.
  package func endAtOnce(_ ending: Ending) -> SessionRecord {
    try? logText()
    try? log.append(ending.steps(log.record))
    return log.record
  }

  /// Returns whether the next step may have its effect; pauses the session if not.
  private func holds() async throws(SessionLogError) -> Bool {
    switch await ports.hold(log.record) {
    case .held: return true
    case .lost(let reason):
      ports.show(.problem(reason))
      try log.append([.cut(reason)] + SessionLife.pause(log.record, reason))
      return false
    }
  }

  private func send(_ request: ModelRequest, _ allowances: [SpendingAllowance]) async throws(SessionLogError) {
    let thread = log.record.thread
    try log.append([.sent, .expected(loop.estimate(request))])
    (excess, hasResumed) = (nil, false)
    let (events, continuation) = AsyncStream.makeStream(of: ModelEvent.self)
    let ports = ports
    let task = Task {
      let result = await ports.send(request) { continuation.yield($0) }
      continuation.finish()
      return result
    }
    sending = task
    if ending != nil { task.cancel() }
    do throws(SessionLogError) {
      for await event in events { try take(event, allowances) }
      try logText()
    } catch {
      // An agent does nothing that cannot be logged.
      task.cancel()
      _ = await task.value
      throw error
    }
    sending = nil
    let result = await task.value
    if let excess, let steps = stopped(at: excess, result) { return try log.append(steps) }
    switch result {
    case .success(let answer): try log.append(loop.steps(after: answer, log.record))
    case .failure(.cancelled): try log.append(SessionLife.broken(log.record, "\(ModelFault.cancelled)"))
    case .failure(let fault):
      ports.show(.problem("\(fault)"))
      let isLost = !hasResumed && log.record.thread?.id == thread?.id
      try log.append(loop.steps(after: fault, log.record, resuming: isLost ? thread : nil))
    }
  }

  /// Returns the steps after an agent was stopped at a limit; nil if it had ended already.
  private func stopped(
    at excess: BudgetCheck.Excess, _ result: Result<ModelAnswer, ModelFault>
  ) -> [SessionStep]? {
    switch result {
    case .success(let answer):
      guard case .cut = answer.stop else { return nil }
      return loop.steps(stoppedAt: excess, answer, log.record)
    case .failure(.cancelled): return loop.steps(stoppedAt: excess, nil, log.record)
    case .failure: return nil
    }
  }

  /// Logs the session of a headless agent, and stops an agent that exceeds a limit.
  private func take(_ progress: AgentProgress, _ allowances: [SpendingAllowance]) throws(SessionLogError) {
    if let session = progress.session {
      if log.record.thread?.id == session { hasResumed = true } else { try log.append([.thread(session)]) }
    }
    guard excess == nil, let limit = loop.excess(log.record, progress, allowances) else { return }
    excess = limit
    sending?.cancel()
  }

  /// Shows an event of an answer, and logs the text that arrived once it is long enough.
  private func take(_ event: ModelEvent, _ allowances: [SpendingAllowance]) throws(SessionLogError) {
    switch event {
    case .text(let text):
      ports.show(.text(text))
      unlogged += text
      if unlogged.utf8.count >= Self.piece { try logText() }
    case .agent(let progress): try take(progress, allowances)
    case .retrying(let fault, let pause): ports.show(.problem("\(fault); next try in \(pause.components.seconds) s"))
    case .reasoning, .toolCall, .toolInput: break
    }
  }

  /// Logs the text that is not logged yet.
  private func logText() throws(SessionLogError) {
    guard !unlogged.isEmpty else { return }
    try log.append([.partial(unlogged)])
    unlogged = ""
  }

  private func carryOut(_ call: PendingCall) async throws(SessionLogError) {
    if call.startedAt == nil { try log.append([.call(id: call.id, tool: call.call.name)]) }
    ports.show(.call(call))
    switch await ports.carryOut(call, log.record.grants) {
    case .outcome(let outcome): try log.append([.ended(outcome)])
    case .question(let question): try log.append([.asked(question), .moved(.waitingForUser)])
    }
  }
}

/// The end of a call of a tool.
package enum ToolReply: Hashable, Sendable {
  /// The result.
  case outcome(CallOutcome)
  /// The person must be asked first; then the call is made again.
  case question(SessionQuestion)
}

/// The progress of a session, for a person.
package enum SessionNews: Hashable, Sendable {
  /// The next piece of the answer's text; a tool that is called; a fault of the model's server.
  case text(String)
  case call(PendingCall)
  case problem(String)
}
