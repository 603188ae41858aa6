internal import WorkspaceAPI

/// A request about large files from the command line.
struct LargeOrder {
  private let action: LargeRequest.Action
  private let paths: [String]

  /// Creates a request from the arguments.
  init(_ action: LargeRequest.Action, _ paths: [String]) {
    self.action = action
    self.paths = paths
  }

  /// Carries out the request.
  ///
  /// - Throws: `VerbError`, also for a path outside the workspace.
  func carryOut(_ context: CommandContext) async throws(VerbError) -> LargeReport {
    let (folder, verbs) = try await context.open()
    var request = LargeRequest(action)
    for path in paths { request.paths.append(try folder.path(path)) }
    return try await verbs.call(request)
  }
}
