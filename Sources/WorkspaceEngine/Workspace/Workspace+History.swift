package import WorkspaceAPI

/// The verbs that read the history.
extension Workspace {
  /// Returns the history, newest first; the history of a path, for people, includes the versions that are held off the
  /// tip.
  package func log(_ request: LogRequest) async throws(VerbError) -> [LogEntry] { try await history.log(request) }

  /// Returns the author of each line.
  package func blame(_ request: BlameRequest) async throws(VerbError) -> [BlameLine] {
    try await history.blame(request)
  }

  /// Returns the origin of a file.
  package func provenance(_ request: ProvenanceRequest) async throws(VerbError) -> ProvenanceReport {
    try await history.provenance(request)
  }

  /// Returns the difference between two states.
  package func diff(_ request: DiffRequest) async throws(VerbError) -> DiffReport { try await history.diff(request) }

  /// Returns the operations that can be undone, newest first.
  package func operations(_ request: OperationsRequest) async throws(VerbError) -> [OperationEntry] {
    try await operationDesk.list(request)
  }

  /// Returns the lines in recorded files that contain a text.
  package func search(
    _ request: SearchRequest, progress: (@Sendable (SearchProgress) -> Void)? = nil
  ) async throws(VerbError) -> [SearchHit] {
    try await SearchDesk(
      queue: queue, git: git, permissions: permissions, large: largeFiles.reader, audit: agentAudit
    ).search(request, progress: progress)
  }
}
