internal import GitObjects
internal import WorkspaceAPI

/// One JSON-RPC 2.0 request: `{"jsonrpc":"2.0","id":1,"method":"read","params":{…}}`; no id for a notification.
package struct RPCRequest: Sendable {
  /// The id to answer with; nil for a notification.
  package var id: RPCID?
  /// What is asked.
  package var call: VerbCall

  /// Makes a request.
  package init(id: RPCID?, call: VerbCall) {
    self.id = id
    self.call = call
  }
}

extension RPCRequest: Codable {
  private enum Key: String, CodingKey {
    case jsonrpc, id, method, params
  }

  private struct PathParameters: Codable {
    var path: String
  }

  private struct CancelParameters: Codable {
    var id: RPCID
  }

  /// Reads a request.
  ///
  /// - Throws: `DecodingError` with the sentence that the client is told.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard try container.decode(String.self, forKey: .jsonrpc) == "2.0" else {
      throw DecodingError.dataCorruptedError(forKey: .jsonrpc, in: container, debugDescription: "not JSON-RPC 2.0")
    }
    id = try container.decodeIfPresent(RPCID.self, forKey: .id)
    let name = try container.decode(String.self, forKey: .method)
    guard let method = VerbCall.Method(rawValue: name) else { throw RPCFault.unknownMethod(name, id: id ?? .null) }
    do {
      call = try Self.call(method, container)
    } catch {
      throw RPCFault.wrongParameters(method, id: id ?? .null, reason: String(describing: error))
    }
  }

  private static func call(
    _ method: VerbCall.Method, _ container: KeyedDecodingContainer<Key>
  ) throws -> VerbCall {
    func parameters<P: Decodable>(_ type: P.Type = P.self) throws -> P { try container.decode(type, forKey: .params) }
    return switch method {
    case .status: .status
    case .sync: .sync(try parameters())
    case .read: .read(try parameters())
    case .write: .write(try parameters())
    case .writeTogether: .writeTogether(try parameters())
    case .beginCall: .beginCall(try parameters())
    case .endCall: .endCall(try parameters())
    case .changes: .changes(try parameters())
    case .list: .list(try parameters())
    case .look: .look(try parameters())
    case .large: .large(try parameters())
    case .makeFolder: .makeFolder(try parameters())
    case .search: .search(try parameters())
    case .log: .log(try parameters())
    case .operations: .operations(try parameters())
    case .blame: .blame(try parameters())
    case .provenance: .provenance(try parameters())
    case .diff: .diff(try parameters())
    case .restore: .restore(try parameters())
    case .undo: .undo(try parameters())
    case .reapply: .reapply(path: try parameters(PathParameters.self).path)
    case .bracket: .bracket(try parameters())
    case .questions: .questions
    case .answer: .answer(try parameters())
    case .conflicts: .conflicts(try container.decodeIfPresent(Caller.self, forKey: .params) ?? .person)
    case .resolve: .resolve(try parameters())
    case .policy: .policy(try parameters())
    case .audit: .audit(try parameters())
    case .doctor: .doctor
    case .coordination: .coordination
    case .claim: .claim(try parameters())
    case .changeClaim: .changeClaim(try parameters())
    case .present: .present(try parameters())
    case .answerNotice: .answerNotice(try parameters())
    case .notices: .notices
    case .events: .events
    case .cancel: .cancel(id: try parameters(CancelParameters.self).id)
    case .stop: .stop
    }
  }

  /// Writes a request.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("2.0", forKey: .jsonrpc)
    try container.encodeIfPresent(id, forKey: .id)
    try container.encode(call.method, forKey: .method)
    switch call {
    case .sync(let request): try container.encode(request, forKey: .params)
    case .read(let request): try container.encode(request, forKey: .params)
    case .write(let request): try container.encode(request, forKey: .params)
    case .writeTogether(let request): try container.encode(request, forKey: .params)
    case .beginCall(let request): try container.encode(request, forKey: .params)
    case .endCall(let request): try container.encode(request, forKey: .params)
    case .changes(let request): try container.encode(request, forKey: .params)
    case .list(let request): try container.encode(request, forKey: .params)
    case .look(let request): try container.encode(request, forKey: .params)
    case .large(let request): try container.encode(request, forKey: .params)
    case .search(let request): try container.encode(request, forKey: .params)
    case .log(let request): try container.encode(request, forKey: .params)
    case .operations(let request): try container.encode(request, forKey: .params)
    case .blame(let request), .provenance(let request), .makeFolder(let request):
      try container.encode(request, forKey: .params)
    case .reapply(let path): try container.encode(PathParameters(path: path), forKey: .params)
    case .conflicts(let caller): try container.encode(caller, forKey: .params)
    case .diff(let request): try container.encode(request, forKey: .params)
    case .restore(let request): try container.encode(request, forKey: .params)
    case .undo(let request): try container.encode(request, forKey: .params)
    case .bracket(let request): try container.encode(request, forKey: .params)
    case .answer(let request): try container.encode(request, forKey: .params)
    case .resolve(let request): try container.encode(request, forKey: .params)
    case .policy(let request): try container.encode(request, forKey: .params)
    case .audit(let request): try container.encode(request, forKey: .params)
    case .claim(let order): try container.encode(order, forKey: .params)
    case .changeClaim(let change): try container.encode(change, forKey: .params)
    case .present(let order): try container.encode(order, forKey: .params)
    case .answerNotice(let answer): try container.encode(answer, forKey: .params)
    case .cancel(let id): try container.encode(CancelParameters(id: id), forKey: .params)
    case .status, .questions, .doctor, .coordination, .notices, .events, .stop: break
    }
  }
}
