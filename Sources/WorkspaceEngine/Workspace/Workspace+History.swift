package import WorkspaceAPI

/// The verbs about the history.
extension Workspace {
  /// Returns the history, newest first; the history of a path, for people, includes the versions that are held off the
  /// tip.
  package func log(_ request: LogRequest) async throws(VerbError) -> [LogEntry] {
    try await desks.history.changes.log(request)
  }

  /// Returns the operations that can be undone, newest first.
  package func operations(_ request: OperationsRequest) async throws(VerbError) -> [OperationEntry] {
    try await desks.history.operations.list(request)
  }

  /// Returns the sessions of agents, newest first.
  package func sessions(_ request: SessionsRequest) async throws(VerbError) -> [SessionEntry] {
    try await desks.history.activity.sessions(request)
  }

  /// Returns a summary of the changes in a span of time.
  package func activity(_ request: ActivityRequest) async throws(VerbError) -> ActivityReport {
    try await desks.history.activity.activity(request)
  }

  /// Returns the author of each line.
  package func blame(_ request: BlameRequest) async throws(VerbError) -> [BlameLine] {
    try await desks.history.changes.blame(request)
  }

  /// Returns the origin of a file.
  package func provenance(_ request: ProvenanceRequest) async throws(VerbError) -> ProvenanceReport {
    try await desks.history.changes.provenance(request)
  }

  /// Returns the difference between two states.
  package func diff(_ request: DiffRequest) async throws(VerbError) -> DiffReport {
    try await desks.history.changes.diff(request)
  }

  /// Restores an earlier state as a new commit.
  package func restore(_ request: RestoreRequest) async throws(VerbError) -> RestoreReceipt {
    try await desks.restores.restore(request)
  }

  /// Reverts changes and keeps later changes of others.
  package func undo(_ request: UndoRequest) async throws(VerbError) -> RestoreReceipt {
    try await desks.restores.undo(request)
  }

  /// Merges into a file the changes of others that its last save lacks, each under its own author's name.
  package func reapply(path: String, caller: Caller, claim: Int64? = nil) async throws(VerbError) -> RestoreReceipt {
    try await desks.restores.reapply(path: path, caller: caller, claim: claim)
  }
}
