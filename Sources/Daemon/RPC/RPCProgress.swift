package import WorkspaceAPI

/// A notification to a client that searches and wants to hear how far that is:
/// `{"jsonrpc":"2.0","method":"progress","params":{"call":1,"progress":{…}}}`.
package struct RPCProgress: Codable, Sendable {
  /// The parameters.
  package struct Parameters: Codable, Sendable {
    /// The id of the `search` call.
    package var call: RPCID
    /// How far it is.
    package var progress: SearchProgress
  }

  /// Always `2.0`.
  package var jsonrpc = "2.0"
  /// Always `progress`.
  package var method = "progress"
  /// Which call and how far it is.
  package var params: Parameters

  /// Makes a notification.
  package init(call: RPCID, progress: SearchProgress) {
    params = Parameters(call: call, progress: progress)
  }
}
