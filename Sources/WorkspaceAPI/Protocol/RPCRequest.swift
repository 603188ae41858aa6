/// One JSON-RPC 2.0 request: `{"jsonrpc":"2.0","id":1,"method":"read","params":{…}}`; no id for a notification.
package struct RPCRequest<V: Verb>: Encodable, Sendable {
  private var jsonrpc = "2.0"
  private var id: RPCID?
  private var method = V.name
  private var params: V

  /// Creates a request; `id` names its answer, nil for a request that gets none.
  package init(id: RPCID?, _ verb: V) {
    self.id = id
    params = verb
  }
}

/// The method and id of a request, which select the type of its parameters.
package struct RPCRequestHead: Decodable, Sendable {
  /// The id of the answer; nil for a notification.
  package var id: RPCID?
  /// The verb's name.
  package var method: String

  private enum CodingKeys: CodingKey {
    case jsonrpc, id, method
  }

  /// Reads the head of a request.
  ///
  /// - Throws: `DecodingError` with a sentence for the client.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decode(String.self, forKey: .jsonrpc) == "2.0" else {
      throw DecodingError.dataCorruptedError(forKey: .jsonrpc, in: container, debugDescription: "not JSON-RPC 2.0")
    }
    id = try container.decodeIfPresent(RPCID.self, forKey: .id)
    method = try container.decode(String.self, forKey: .method)
  }
}

/// The parameters of a request.
package struct RPCParameters<V: Verb>: Decodable, Sendable {
  /// The parameters; nil if the request has none.
  package var params: V?
}
