package import WorkspaceAPI

/// The verbs about agents' calls.
extension Workspace {
  /// Returns whether an agent's call must be carried out or was carried out before.
  package func beginCall(_ request: CallBegin) async throws(VerbError) -> CallBeginning {
    try await sessions.beginCall(request)
  }

  /// Stores the answer of an agent's call, and returns the changes of others since the session's previous call.
  package func endCall(_ request: CallEnd) async throws(VerbError) -> ChangesReport {
    try await sessions.endCall(request)
  }

  /// Returns the changes of others since a state, or since the caller's last call.
  package func changes(_ request: ChangesRequest) async throws(VerbError) -> ChangesReport {
    try await sessions.changes(request)
  }

  /// Returns the calls of agents in the audit log, and problems of the log itself.
  package func audit(_ request: AuditRequest) async throws(VerbError) -> AuditReport {
    try await agentAudit.report(request)
  }
}
