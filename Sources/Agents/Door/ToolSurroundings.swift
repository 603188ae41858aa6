internal import GitObjects
package import MCP
package import WorkspaceAPI

/// What a tool may use while it carries out one call.
package struct ToolSurroundings: Sendable {
  /// The verbs of the workspace.
  package var verbs: any WorkspaceVerbs
  /// What paths mean.
  package var paths: AgentPaths
  /// Who calls, with the session that changes are recorded under.
  package var caller: Caller
  /// Whether the session was named for this call, or is that of a connection that began with `initialize`: only then
  /// may it stand for a token (review A8).
  package var knowsSession: Bool
  /// The revision that is answered in.
  package var version: ProtocolVersion
  /// Tells how far the call is; nil where nobody wants to hear it.
  package var progress: (@Sendable (ToolProgress) -> Void)?
  /// Whether a person can be asked through the client before the call goes on: not where one who was asked said nothing.
  package var mayAsk = false
  /// The call that requests carry; nil for one without a session, of which nothing is remembered.
  package var carried: CarriedCall?

  /// The part of a model's context that the call takes.
  package var budget = ModelBudget()

  /// How long the call waits for the contents of large files.
  package var patience = CallPatience()

  /// Makes surroundings.
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

  /// The surroundings for one of several parts of the call, whose progress is that part of the call's.
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

  /// Who reads: a session that others share is not on record as a reader.
  var reader: Caller {
    var reader = caller
    if !knowsSession { reader.session = nil }
    return reader
  }
}
