internal import WorkspaceAPI

/// A request that could not be understood, as JSON-RPC names the cases.
package enum RPCFault: Error, Hashable, Sendable {
  /// Not JSON, or not a request.
  case unreadable(reason: String)
  /// No such method.
  case unknownMethod(String, id: RPCID)
  /// The parameters do not fit the method.
  case wrongParameters(VerbCall.Method, id: RPCID, reason: String)

  /// The id to answer with.
  package var id: RPCID {
    switch self {
    case .unreadable: .null
    case .unknownMethod(_, let id), .wrongParameters(_, let id, _): id
    }
  }

  /// The answer.
  package var error: RPCErrorBody {
    switch self {
    case .unreadable(let reason):
      RPCErrorBody(
        code: -32700, error: VerbError(.usage, "The message is no JSON-RPC 2.0 request.", next: reason))
    case .unknownMethod(let name, _):
      RPCErrorBody(
        code: -32601,
        error: VerbError(
          .usage, "This daemon knows no method `\(name)`.",
          next: "If Stet was updated, restart the daemon: `stet stop`, then `stet start`."))
    case .wrongParameters(let method, _, let reason):
      RPCErrorBody(
        code: -32602, error: VerbError(.usage, "The parameters of `\(method.rawValue)` cannot be read.", next: reason))
    }
  }
}
