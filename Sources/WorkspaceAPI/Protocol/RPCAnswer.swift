/// One JSON-RPC 2.0 answer: exactly one of `result` and `error`.
package struct RPCAnswer<Result: Codable & Sendable>: Codable, Sendable {
  private var jsonrpc = "2.0"
  /// The id of the request.
  package var id: RPCID
  /// The verb's answer.
  package var result: Result?
  /// The reason why there is no result.
  package var error: RPCErrorBody?

  /// Creates an answer with a result.
  package init(id: RPCID, result: Result) {
    self.id = id
    self.result = result
  }
}

extension RPCAnswer where Result == Nothing {
  /// Creates an answer with an error.
  package init(id: RPCID, error: RPCErrorBody) {
    self.id = id
    self.error = error
  }
}

/// The `error` of a JSON-RPC answer; `data` is the whole `VerbError`.
package struct RPCErrorBody: Hashable, Sendable, Codable {
  /// The code of verbs' own errors; the reserved codes mean requests that cannot be read.
  package static let verbErrorCode = -32000

  /// JSON-RPC's number.
  package var code: Int
  /// The error in one sentence.
  package var message: String
  /// The error, its consequence, and the next step.
  package var data: VerbError

  package init(code: Int = RPCErrorBody.verbErrorCode, error: VerbError) {
    self.code = code
    message = error.what
    data = error
  }
}

/// A notification that belongs to a call: `{"jsonrpc":"2.0","method":"events","params":{"call":1,"news":{…}}}`.
package struct RPCNotification<V: Verb>: Codable, Sendable {
  package struct Parameters: Codable, Sendable {
    /// The id of the call.
    package var call: RPCID
    package var news: V.Notification
  }

  private var jsonrpc = "2.0"
  private var method = V.name
  /// The call and the notification.
  package var params: Parameters

  package init(call: RPCID, _ news: V.Notification) {
    params = Parameters(call: call, news: news)
  }
}
