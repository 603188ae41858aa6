internal import WorkspaceAPI

/// A call of an agent's session that an earlier run of the daemon carried out, read from its commit.
struct RecalledCall: Hashable, Sendable {
  /// The session.
  var session: AgentSession
  /// The key of the call, as in `CallBegin`.
  var call: String
  /// The paths that the call changed.
  var paths: [String]
  /// The receipt for the writer, whether it was sent or not.
  var receipt: WriteReceipt
  /// The age of the call, in seconds.
  var age: Int64
}
