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
    /// Returns the limits besides those of the session.
    package var allowances: @Sendable () -> [SpendingAllowance]
    /// Shows the progress to a person.
    package var show: @Sendable (SessionNews) -> Void

    /// Creates a value.
    package init(
      send: @escaping @Sendable (ModelRequest, @escaping Sink) async -> Result<ModelAnswer, ModelFault>,
      carryOut: @escaping @Sendable (PendingCall, _ grants: Set<String>) async -> ToolReply,
      allowances: @escaping @Sendable () -> [SpendingAllowance] = { [] },
      show: @escaping @Sendable (SessionNews) -> Void = { _ in }
    ) {
      self.send = send
      self.carryOut = carryOut
      self.allowances = allowances
      self.show = show
    }
  }

  /// The size in bytes of the pieces of an answer in the log.
  private static let piece = 1_024

  private nonisolated let queue = SerialQueue(label: "stet.session")
  private let loop: SessionLoop
  private let ports: Ports
  private let log: SessionLog
  private var sending: Task<Result<ModelAnswer, ModelFault>, Never>?
  private var isPausing = false

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
    while !isPausing {
      switch loop.next(log.record, allowances: ports.allowances()) {
      case .rest: return log.record
      case .log(let steps): try log.append(steps)
      case .send(let request): try await send(request)
      case .carryOut(let call): try await carryOut(call)
      }
    }
    try log.append(SessionLife.pause(log.record, SessionLife.pauseReason))
    return log.record
  }

  /// Pauses the session after the tool that is at work; an answer that arrives is broken off.
  package func pause() {
    isPausing = true
    sending?.cancel()
  }

  /// Logs the pause of a session whose tool still works: the process ends now, and the call is looked up when the session
  /// goes on.
  package func pauseAtOnce() {
    try? log.append(SessionLife.pause(log.record, SessionLife.pauseReason))
  }

  private func send(_ request: ModelRequest) async throws(SessionLogError) {
    try log.append([.sent])
    let (events, continuation) = AsyncStream.makeStream(of: ModelEvent.self)
    let ports = ports
    let task = Task {
      let result = await ports.send(request) { continuation.yield($0) }
      continuation.finish()
      return result
    }
    sending = task
    if isPausing { task.cancel() }
    var unlogged = ""
    for await event in events { try take(event, &unlogged) }
    if !unlogged.isEmpty { try log.append([.partial(unlogged)]) }
    sending = nil
    switch await task.value {
    case .success(let answer): try log.append(loop.steps(after: answer, log.record))
    case .failure(.cancelled): try log.append([.cut("\(ModelFault.cancelled)")])
    case .failure(let fault):
      ports.show(.problem("\(fault)"))
      try log.append(loop.steps(after: fault))
    }
  }

  /// Shows an event of an answer, and logs the text that arrived once it is long enough.
  private func take(_ event: ModelEvent, _ unlogged: inout String) throws(SessionLogError) {
    switch event {
    case .text(let text):
      ports.show(.text(text))
      unlogged += text
      guard unlogged.utf8.count >= Self.piece else { return }
      try log.append([.partial(unlogged)])
      unlogged = ""
    case .retrying(let fault, let pause): ports.show(.problem("\(fault); next try in \(pause.components.seconds) s"))
    case .reasoning, .toolCall, .toolInput: break
    }
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
