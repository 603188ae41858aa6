package import MCP
package import WorkspaceAPI

/// The surroundings that a tool may use in one call.
package struct ToolSurroundings: Sendable {
  package var verbs: any WorkspaceVerbs
  /// The interpretation of paths.
  package var paths: AgentPaths
  /// The caller, with the session for recorded changes.
  package var caller: Caller
  /// Whether the session was named for this call, or belongs to a connection that began with `initialize`: only then
  /// may it replace a token (review A8).
  package var knowsSession: Bool
  /// The protocol revision of the answer.
  package var version: ProtocolVersion
  /// Reports the progress of the call; nil if the client does not want it.
  package var progress: (@Sendable (ToolProgress) -> Void)?
  /// Whether a person can be asked through the client before the call continues; false after a question without an
  /// answer.
  package var mayAsk = false
  /// The call that requests carry; nil for one without a session, of which nothing is remembered.
  package var carried: CarriedCall?

  /// The part of a model's context that the call takes.
  package var budget = ModelBudget()

  /// The timeout of the call for the contents of large files.
  package var timeout = CallTimeout()

  /// Creates surroundings.
  package init(
    verbs: any WorkspaceVerbs, paths: AgentPaths, caller: Caller, knowsSession: Bool, version: ProtocolVersion,
    progress: (@Sendable (ToolProgress) -> Void)?
  ) {
    self.verbs = verbs
    self.paths = paths
    self.caller = caller
    self.caller.sharesSession = knowsSession ? nil : true
    self.knowsSession = knowsSession
    self.version = version
    self.progress = progress
  }

  /// Returns the surroundings for one of several parts of the call; its progress is a part of the call's.
  func part(_ index: Int, of count: Int) -> ToolSurroundings {
    var part = self
    if let whole = progress {
      part.progress = { part in
        let done = index * 100 + part.done * 100 / max(1, part.total ?? part.done)
        whole(ToolProgress(done: done, total: count * 100, message: part.message))
      }
    }
    return part
  }

  /// The caller as a reader: for a session that others share, no reads are recorded.
  var reader: Caller {
    var reader = caller
    if !knowsSession { reader.session = nil }
    return reader
  }
}
