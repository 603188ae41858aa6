internal import ServiceLifecycle
internal import WorkspaceEngine

/// Keeps the workspace open for as long as the group of services runs.
struct WorkspaceService: Service {
  /// The workspace.
  let workspace: Workspace

  /// Waits for the group's shutdown, then finishes the turn and releases the lock.
  func run() async throws {
    try? await gracefulShutdown()
    await workspace.stop()
  }
}
