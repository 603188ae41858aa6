/// A request that cannot be read, by the cases of JSON-RPC.
package enum RPCFault: Error, Hashable, Sendable {
  /// The line is not JSON, or not a request.
  case unreadable(reason: String)
  /// There is no such method.
  case unknownMethod(String, id: RPCID)
  /// The parameters do not fit the method.
  case wrongParameters(String, id: RPCID, reason: String)

  /// The id of the answer.
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
        code: -32602, error: VerbError(.usage, "The parameters of `\(method)` cannot be read.", next: reason))
    }
  }
}
