package import HTTPTransfer

/// Calls models: sends a request, reads the answer while it arrives, and tries again where nothing was shown yet.
package struct ModelCaller: Sendable {
  /// The surroundings of a headless agent.
  package struct Surroundings: Sendable {
    /// The agent's whole environment.
    package var environment: [String: String]
    /// The agent's working directory.
    package var directory: String
    /// The values of the agent's connection with a workspace, for the words of its command; nil without one.
    package var connection: [String: String]?

    /// Creates surroundings.
    package init(environment: [String: String], directory: String, connection: [String: String]? = nil) {
      self.environment = environment
      self.directory = directory
      self.connection = connection
    }
  }

  /// The time that a complete agent has to end by itself.
  private static let grace = Duration.seconds(5)

  private let loop: TransferLoop
  private let surroundings: Surroundings
  private let retry: CallRetry
  private let random: @Sendable () -> Double
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a caller.
  ///
  /// - Parameters:
  ///   - loop: the connections.
  ///   - surroundings: the environment and the directory of headless agents.
  ///   - retry: the rule for further tries.
  ///   - random: returns random numbers from 0 to 1.
  ///   - sleep: waits; throws if the task is cancelled.
  package init(
    loop: TransferLoop, surroundings: Surroundings, retry: CallRetry = .standard,
    random: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.loop = loop
    self.surroundings = surroundings
    self.retry = retry
    self.random = random
    self.sleep = sleep
  }

  /// Calls a model and waits for the end of its answer; cancelling the task cancels the call. A headless agent is started
  /// once.
  ///
  /// If the stream breaks after some output, the answer has all of it and the stop reason `.cut`: such a call is never
  /// made again.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - provider: the provider.
  ///   - key: the provider's key; nil for none.
  ///   - onEvent: receives the events as they arrive.
  /// - Throws: `ModelFault` if there was no output.
  package func call(
    _ request: ModelRequest, of provider: Provider, key: String? = nil,
    isolation: isolated (any Actor)? = #isolation, onEvent: (ModelEvent) -> Void = { _ in }
  ) async throws(ModelFault) -> ModelAnswer {
    let price = provider.model(request.tier).price
    var tried = 0
    while true {
      tried += 1
      var reader = AnswerReader(provider)
      let fault =
        provider.kind == .command
        ? await run(request, provider, &reader, onEvent: onEvent)
        : try await send(ProviderRequest.call(request, of: provider, key: key), &reader, onEvent: onEvent)
      guard let fault = fault?.without(key) else { return reader.parts.answer(price: price) }
      // An agent's tokens are charged also without an answer.
      if reader.parts.hasContent || provider.kind == .command && reader.parts.isCharged {
        return reader.parts.answer(price: price, fault: fault, to: request)
      }
      if Task.isCancelled { throw .cancelled }
      // An agent may have changed files, and its caller counts the time of one process as its run.
      guard provider.kind != .command, let pause = retry.pause(after: fault, tried: tried, jitter: random()) else {
        throw fault
      }
      onEvent(.retrying(fault, after: pause))
      do { try await sleep(pause) } catch { throw .cancelled }
    }
  }

  /// Returns the names of a server's models.
  ///
  /// - Throws: `ModelFault` if the server cannot be reached, or refuses the key.
  package func models(of provider: Provider, key: String?) async throws(ModelFault) -> [String] {
    let request = try ProviderRequest.models(of: provider, key: key)
    switch await loop.perform(request) {
    case .failure(let error): throw ModelFault(error)
    case .success(let response):
      if let fault = Self.fault(response)?.without(key) { throw fault }
      guard let names = ProviderRequest.names(response.body) else {
        throw .unreadable("it is no list of models (\(response.head.fields["content-type"] ?? "no type"))")
      }
      return names
    }
  }

  /// Sends a request and reads the stream; returns the fault of an incomplete answer.
  private func send(
    _ request: TransferRequest, _ reader: inout AnswerReader, isolation: isolated (any Actor)? = #isolation,
    onEvent: (ModelEvent) -> Void
  ) async -> ModelFault? {
    let pieces = loop.stream(request, limit: ProviderRequest.bodyLimit, accepts: Self.isStream)
    for await piece in pieces {
      var events: [ModelEvent] = []
      let fault: ModelFault?
      var isOver = true
      switch piece {
      case .bytes(let bytes):
        fault = reader.take(bytes, &events)
        isOver = fault != nil || reader.isComplete
      case .ended(.failure(let error)): fault = reader.end(ModelFault(error), &events)
      case .ended(.success(let response)):
        if let refusal = Self.fault(response) {
          fault = refusal
        } else if Self.isStream(response.head) {
          fault = reader.end(nil, &events)
        } else {
          fault = .unreadable("it is no stream of events (\(response.head.fields["content-type"] ?? "no type"))")
        }
      }
      for event in events { onEvent(event) }
      if isOver { return fault }
    }
    return .cancelled
  }

  /// Runs a headless agent, reads its output and waits for the end of its process; returns the fault of an incomplete
  /// answer.
  private func run(
    _ request: ModelRequest, _ provider: Provider, _ reader: inout AnswerReader,
    isolation: isolated (any Actor)? = #isolation, onEvent: (ModelEvent) -> Void
  ) async -> ModelFault? {
    let words = AgentWords.words(
      provider, model: provider.model(request.tier).name, session: request.thread?.id,
      connection: surroundings.connection)
    let program = AgentProgram(
      words: words, environment: surroundings.environment, directory: surroundings.directory,
      limit: provider.timeouts.total)
    let (pieces, task) = program.start(AgentPrompt.text(request))
    let fault = await read(pieces, task, provider, &reader, onEvent: onEvent)
    // Nothing of the agent writes files when the call has ended.
    task.cancel()
    await task.value
    return fault
  }

  private func read(
    _ pieces: AsyncStream<AgentPiece>, _ task: Task<Void, Never>, _ provider: Provider, _ reader: inout AnswerReader,
    isolation: isolated (any Actor)? = #isolation, onEvent: (ModelEvent) -> Void
  ) async -> ModelFault? {
    var closing: Task<Void, any Error>?
    defer { closing?.cancel() }
    for await piece in pieces {
      var events: [ModelEvent] = []
      var fault: ModelFault?
      var isOver = false
      switch piece {
      case .bytes(let bytes):
        fault = reader.take(bytes, &events)
        isOver = fault != nil
        // A program that the agent leaves behind may keep the output open.
        if reader.isComplete, closing == nil {
          closing = Task {
            try await ContinuousClock().sleep(for: Self.grace)
            task.cancel()
          }
        }
      case .ended(let end):
        fault = reader.end(Self.fault(end, provider), &events)
        isOver = true
      }
      for event in events { onEvent(event) }
      if isOver { return fault }
    }
    return reader.isComplete ? nil : .cancelled
  }

  private static func fault(_ end: Result<AgentEnd, ModelFault>, _ provider: Provider) -> ModelFault? {
    switch end {
    case .failure(let fault): return fault
    case .success(let end):
      guard end.status != 0 else { return nil }
      let words = ServerError.short(end.errors).map { ": \($0)" } ?? ""
      return .command("the command of the provider '\(provider.name)' ended with status \(end.status)\(words)")
    }
  }

  private static func isStream(_ head: TransferHead) -> Bool {
    head.fields["content-type"]?.lowercased().hasPrefix("text/event-stream") ?? false
  }

  private static func fault(_ response: TransferResponse) -> ModelFault? {
    let status = response.head.status
    guard !(200..<300).contains(status) else { return nil }
    let error = ServerError(body: response.body) ?? ServerError()
    return error.fault(status: status, retryAfter: response.head.retryAfter)
  }
}

extension ModelFault {
  /// Translates an error of the transport.
  init(_ error: TransferError) {
    self =
      switch error {
      case .offline(let why): .offline(why)
      case .untrusted(let why): .untrusted(why)
      case .stalled(let seconds): .timedOut(seconds: seconds)
      case .cut: .cut
      case .cancelled: .cancelled
      case .tooLarge: .unreadable("it is too long")
      case .address, .local, .other: .offline("\(error)")
      }
  }

  /// Returns the fault of a call with a key, which is removed from the server's words, or without one.
  func without(_ key: String?) -> ModelFault {
    guard let key, !key.isEmpty else {
      if case .keyRefused(let status) = self { return .keyMissing(status: status) }
      return self
    }
    func clean(_ text: String) -> String { text.replacing(key, with: "…") }
    switch self {
    case .refused(let status, let type, let message, let retryAfter):
      return .refused(status: status, type: type.map(clean), message: message.map(clean), retryAfter: retryAfter)
    case .contextFull(let why): return .contextFull(clean(why))
    case .unreadable(let why): return .unreadable(clean(why))
    default: return self
    }
  }
}
