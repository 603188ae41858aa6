/// One JSON-RPC 2.0 answer: exactly one of `result` and `error`.
package struct RPCAnswer<Result: Codable & Sendable>: Codable, Sendable {
  /// Always `2.0`.
  package var jsonrpc = "2.0"
  /// The id of the request.
  package var id: RPCID
  /// What the verb gave.
  package var result: Result?
  /// Why it gave nothing.
  package var error: RPCErrorBody?

  /// An answer with a result.
  package init(id: RPCID, result: Result) {
    self.id = id
    self.result = result
  }
}

extension RPCAnswer where Result == RPCNothing {
  /// An answer with an error.
  package init(id: RPCID, error: RPCErrorBody) {
    self.id = id
    self.error = error
  }
}

/// The result of a call that has none: `{}`.
package struct RPCNothing: Codable, Hashable, Sendable {
  /// The empty result.
  package init() {}
}
