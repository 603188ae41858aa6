package import WorkspaceAPI

/// The `error` of a JSON-RPC answer; `data` is the whole `VerbError`.
package struct RPCErrorBody: Hashable, Sendable, Codable {
  /// The code that verbs' own errors carry; the reserved codes stand for requests that were not understood.
  package static let verbErrorCode = -32000

  /// JSON-RPC's number.
  package var code: Int
  /// What happened.
  package var message: String
  /// What happened, what was kept, what to do next.
  package var data: VerbError

  /// Makes a body.
  package init(code: Int = RPCErrorBody.verbErrorCode, error: VerbError) {
    self.code = code
    message = error.what
    data = error
  }
}
