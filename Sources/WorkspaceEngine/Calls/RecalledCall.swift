internal import WorkspaceAPI

/// A call of an agent's session that an earlier run of the daemon carried out, as its commit tells it.
struct RecalledCall: Hashable, Sendable {
  /// The session.
  var session: AgentSession
  /// The call, as `CallBegin` named it.
  var call: String
  /// What it changed.
  var paths: [String]
  /// What its writer was, or would have been, answered.
  var receipt: WriteReceipt
  /// How long ago that was, in seconds.
  var age: Int64
}
