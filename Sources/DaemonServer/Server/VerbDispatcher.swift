internal import DaemonClient
package import WorkspaceAPI

/// Answers requests of one workspace: finds the verb, sets the caller, writes the answer's line.
package struct VerbDispatcher: Sendable {
  private let table: VerbTable
  private let agents: AgentProcesses
  private let left: LeftPrograms
  private let commands = RunningCommands()
  private let clients = AgentClients()
  private let agentConnected: @Sendable (UInt64) -> Void
  private let connectionEnded: @Sendable (UInt64) -> Void

  /// Creates a dispatcher for the verbs of a workspace.
  ///
  /// - Parameters:
  ///   - root: the path of the workspace.
  ///   - runner: returns the process that runs a session of `stet run`; nil if none does.
  ///   - stop: called when a client asks the daemon to exit.
  ///   - agentConnected: called when an agent has connected with `stet mcp`, perhaps several times.
  ///   - connectionEnded: called when a client has disconnected and its last request is done.
  package init(
    root: String, verbs: VerbTable, runner: @escaping @Sendable (String) -> Int32? = { _ in nil },
    stop: @escaping @Sendable () -> Void,
    agentConnected: @escaping @Sendable (UInt64) -> Void = { _ in },
    connectionEnded: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) {
    var table = verbs
    // The session cancels the call; this only answers.
    table.on(CancelRequest.self) { _ async throws(VerbError) in Nothing() }
    table.on(StopRequest.self) { request async throws(VerbError) in
      if let agent = request.caller.agent { throw StopRequest.refusal(of: agent, kept: "The daemon continues.") }
      stop()
      return Nothing()
    }
    self.table = table
    agents = AgentProcesses(runner: runner)
    left = LeftPrograms(root: root)
    self.agentConnected = agentConnected
    self.connectionEnded = connectionEnded
  }

  /// Takes a new connection of a process.
  func begin(_ connection: UInt64, _ peer: PeerProcess) {
    if clients.begin(connection, calling: peer) { agentConnected(connection) }
  }

  /// Ends everything that belongs to a connection whose client has disconnected.
  func end(_ connection: UInt64) {
    clients.end(connection)
    connectionEnded(connection)
  }

  /// Reads a request.
  ///
  /// - Throws: `RPCFault`, for any content of the line.
  func read(_ line: [UInt8]) throws(RPCFault) -> IncomingCall {
    let head = try RPCCodec.head(from: line)
    guard let verb = table.verb(named: head.method) else { throw .unknownMethod(head.method, id: head.id ?? .null) }
    return try call(verb, head, line)
  }

  private func call<V: Verb>(_ verb: V.Type, _ head: RPCRequestHead, _ line: [UInt8]) throws(RPCFault) -> IncomingCall {
    let request = try RPCCodec.parameters(of: verb, head, from: line)
    return IncomingCall(
      id: head.id, endsWithItsClient: V.endsWithItsClient, isSubscription: table.isSubscription(verb),
      cancels: (request as? CancelRequest)?.id
    ) { peer, connection, notify in
      await answer(request, head.id ?? .null, peer, connection, notify)
    }
  }

  private func answer<V: Verb>(
    _ request: V, _ id: RPCID, _ peer: PeerProcess, _ connection: UInt64, _ notify: IncomingCall.Notify
  ) async -> [UInt8] {
    do {
      var request = request
      request.caller = try agents.truth(of: request.caller, calling: peer, over: connection)
      if var bracket = request as? BracketRequest {
        bracket.runner = nil
        if bracket.isRun == true {
          let begun = PeerProcess.facts(of: peer.pid)?.begun
          bracket.runner = begun.map { BracketRequest.Left(process: peer.pid, began: $0) }
          // The program that runs a headless agent is the person's.
          agents.note(run: bracket)
        } else if bracket.kind == .begin {
          agents.note(bracket.agent, calling: peer)
        }
        commands.note(bracket, calling: peer)
        bracket.left = left.look(bracket, calling: peer)
        request = bracket as? V ?? request
      }
      if request.caller.agent != nil, clients.isShared(connection) { agentConnected(connection) }
      let decides = Self.decides(request)
      if request.caller.agent == nil, decides || request is UndoRequest || request.caller.hasTerminal == true,
        let client = clients.name(above: peer)
      {
        request.caller.hasTerminal = nil
        // Most undos decide nothing, and have their author.
        if decides { request.caller.agent = client } else { request.caller.client = client }
      }
      if request is StopRequest, request.caller.agent == nil { request.caller.agent = commands.agent(running: peer) }
      let answer = try await table.perform(request) { news in
        guard let line = try? RPCCodec.line(RPCNotification<V>(call: id, news)) else { return false }
        return await notify(line)
      }
      if let entries = answer as? [ListEntry], let line = ListLine.answer(entries, id: id) { return line }
      return try RPCCodec.line(RPCAnswer(id: id, result: answer))
    } catch let error as VerbError {
      return Self.line(id: id, error: RPCErrorBody(error: error))
    } catch {
      return Self.line(id: id, error: RPCErrorBody(error: VerbError(.failed, "The answer has no JSON form: \(error)")))
    }
  }

  /// Returns whether a request is one that only a person may make, whatever it is about.
  static func decides(_ request: any Verb) -> Bool {
    switch request {
    case is StopRequest, is AnswerRequest, is ResolveRequest, is PolicyRequest, is ReapplyRequest, is TravelSwitch: true
    case let order as TravelOrder: order.answer != nil
    case let rules as SessionRulesRequest: rules.isDecision == true
    default: false
    }
  }

  /// Returns the line of an error.
  static func line(id: RPCID, error: RPCErrorBody) -> [UInt8] {
    let fallback = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}"#
    return (try? RPCCodec.line(RPCAnswer(id: id, error: error))) ?? Array(fallback.utf8)
  }
}

/// A request that was read, and the function that carries it out.
struct IncomingCall: Sendable {
  /// Sends a line; returns whether the client still reads.
  typealias Notify = @Sendable ([UInt8]) async -> Bool

  /// The id of the answer; nil for a request that gets none.
  var id: RPCID?
  /// Whether the call only waits, watches or searches.
  var endsWithItsClient: Bool
  /// Whether the call sends notifications until its client ends it.
  var isSubscription: Bool
  /// The call to cancel; nil for any other verb.
  var cancels: RPCID?
  /// Carries out the request for a peer over a connection; returns the answer's line.
  var perform: @Sendable (_ peer: PeerProcess, _ connection: UInt64, _ notify: Notify) async -> [UInt8]
}
