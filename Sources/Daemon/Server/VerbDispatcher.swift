internal import FoundationEssentials
internal import GitObjects
package import WorkspaceAPI

/// Answers requests of one workspace: finds the verb, names the caller, writes the answer's line.
package struct VerbDispatcher: Sendable {
  private let verbs: any WorkspaceVerbs
  private let agents = AgentProcesses()
  private let stop: @Sendable () -> Void
  private let connectionEnded: @Sendable (UInt64) -> Void

  /// Answers for `verbs`; `stop` is called when a client asks the daemon to exit, `connectionEnded` when a client has gone
  /// and its last request is done.
  package init(
    verbs: any WorkspaceVerbs, stop: @escaping @Sendable () -> Void,
    connectionEnded: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) {
    self.verbs = verbs
    self.stop = stop
    self.connectionEnded = connectionEnded
  }

  /// Takes that a client has gone.
  func end(_ connection: UInt64) { connectionEnded(connection) }

  /// The answer's line to a request from `peer`; `notify` sends the notifications of `events` meanwhile and says
  /// whether the client still reads them.
  func answer(
    to call: VerbCall, id: RPCID, peer: PeerProcess, connection: UInt64, notify: @Sendable ([UInt8]) async -> Bool
  ) async -> [UInt8] {
    do {
      return try await line(for: call, id: id, peer: peer, connection: connection, notify: notify)
    } catch let error as VerbError {
      return Self.line(id: id, error: RPCErrorBody(error: error))
    } catch {
      return Self.line(id: id, error: RPCErrorBody(error: VerbError(.failed, "The answer has no JSON form: \(error)")))
    }
  }

  /// The line of an error.
  static func line(id: RPCID, error: RPCErrorBody) -> [UInt8] {
    let fallback = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}"#
    return (try? RPCCodec.line(RPCAnswer(id: id, error: error))) ?? Array(fallback.utf8)
  }

  private func line(
    for call: VerbCall, id: RPCID, peer: PeerProcess, connection: UInt64, notify: @Sendable ([UInt8]) async -> Bool
  ) async throws -> [UInt8] {
    func answer(_ result: some Codable & Sendable) throws -> [UInt8] {
      try RPCCodec.line(RPCAnswer(id: id, result: result))
    }
    switch call {
    case .status: return try answer(try await verbs.status())
    case .sync(let request): return try answer(try await verbs.sync(request))
    case .read(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.read(request))
    case .write(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.write(request))
    case .writeTogether(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.writeTogether(request))
    case .beginCall(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.beginCall(request))
    case .endCall(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.endCall(request))
    case .changes(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.changes(request))
    case .list(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      let entries = try await verbs.list(request)
      return try ListLine.answer(entries, id: id) ?? answer(entries)
    case .look(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.look(request))
    case .large(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.large(request))
    case .makeFolder(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      try await verbs.makeFolder(request)
      return try answer(RPCNothing())
    case .search(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      guard request.tellsProgress == true else { return try answer(try await verbs.search(request)) }
      return try answer(try await search(request, id: id, notify: notify))
    case .log(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.log(request))
    case .operations(let request): return try answer(try await verbs.operations(request))
    case .blame(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.blame(request))
    case .provenance(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.provenance(request))
    case .diff(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.diff(request))
    case .restore(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.restore(request))
    case .undo(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.undo(request))
    case .reapply(let path):
      let caller = try agents.truth(of: .person, calling: peer)
      return try answer(try await verbs.reapply(path: path, caller: caller))
    case .bracket(let request):
      if request.kind == .begin { agents.note(request.caller, calling: peer) }
      return try answer(try await verbs.bracket(request))
    case .questions: return try answer(try await verbs.questions())
    case .answer(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.answer(request))
    case .conflicts(let caller):
      return try answer(try await verbs.conflicts(try agents.truth(of: caller, calling: peer)))
    case .resolve(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.resolve(request))
    case .policy(var request):
      request.caller = try agents.truth(of: request.caller, calling: peer)
      return try answer(try await verbs.policy(request))
    case .audit(let request): return try answer(try await verbs.audit(request))
    case .doctor: return try answer(try await verbs.doctor())
    case .coordination: return try answer(try await verbs.coordination())
    case .claim(var order):
      order.caller = try agents.truth(of: order.caller, calling: peer)
      order.connection = connection
      order.pid = peer.pid
      return try answer(try await verbs.claim(order))
    case .changeClaim(var change):
      change.caller = try agents.truth(of: change.caller, calling: peer)
      return try answer(try await verbs.changeClaim(change))
    case .present(var order):
      order.caller = try agents.truth(of: order.caller, calling: peer)
      order.connection = connection
      order.pid = peer.pid
      return try answer(try await verbs.present(order))
    case .answerNotice(var said):
      said.connection = connection
      try await verbs.answerNotice(said)
      return try answer(RPCNothing())
    case .notices:
      for await notice in try await verbs.notices(of: connection) {
        guard await notify(try RPCCodec.line(RPCNotice(subscription: id, notice: notice))) else { break }
      }
      return try answer(RPCNothing())
    case .events:
      for await event in try await verbs.events() {
        guard await notify(try RPCCodec.line(RPCEvent(subscription: id, event: event))) else { break }
      }
      return try answer(RPCNothing())
    case .cancel: return try answer(RPCNothing())
    case .stop:
      if let agent = try agents.truth(of: .person, calling: peer).agent {
        throw VerbError(
          .refused, "The daemon is stopped by a person, and \(agent) is an agent.", kept: "The daemon goes on.",
          next: "Ask the person to run 'stet stop' in a terminal of their own.")
      }
      stop()
      return try answer(RPCNothing())
    }
  }

  /// Searches, and tells the client how far that is: the latest, where it reads more slowly than it is told.
  private func search(
    _ request: SearchRequest, id: RPCID, notify: @Sendable ([UInt8]) async -> Bool
  ) async throws -> [SearchHit] {
    let (told, sink) = AsyncStream.makeStream(of: SearchProgress.self, bufferingPolicy: .bufferingNewest(1))
    async let hits = {
      defer { sink.finish() }
      return try await verbs.search(request) { sink.yield($0) }
    }()
    for await progress in told {
      guard await notify(try RPCCodec.line(RPCProgress(call: id, progress: progress))) else { break }
    }
    return try await hits
  }
}
