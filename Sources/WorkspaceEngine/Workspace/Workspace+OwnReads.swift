internal import WorkspaceAPI
internal import GitObjects

/// The reads by agents' own tools, which a hook reports.
extension Workspace {
  /// Allows or refuses that an agent's own tool reads files or searches a folder, and adds it to the audit log.
  func look(_ request: BracketRequest) async throws(VerbError) -> BracketReceipt {
    guard request.kind == .begin, let agent = request.agent.agent else { return BracketReceipt(recorded: 0) }
    do throws(VerbError) {
      try await agentAudit.audited("read", request.agent, request.paths.joined(separator: " ")) {
        () async throws(VerbError) in
        for name in request.paths {
          if let path = try? WorkspacePath(name) {
            try await permissions.permit(.read, path, request.agent)
          } else {
            try permissions.permitUnrecorded(.read, name, agent)
          }
          try await permissions.permitSearch(below: name, request)
        }
      }
    } catch { return BracketReceipt(recorded: 0, refused: error.description) }
    return BracketReceipt(recorded: 0)
  }
}
