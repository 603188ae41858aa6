internal import ServiceLifecycle
internal import WorkspaceEngine
internal import WorkspaceAPI

/// Keeps the workspace open for as long as the group of services runs.
struct WorkspaceService: Service {
  let workspace: Workspace
  /// Ends the group.
  let stop: @Sendable () -> Void

  /// Waits for the group's shutdown, then finishes the present work and releases the lock.
  ///
  /// A folder that was deleted or moved ends the group: there is nothing to serve, and a daemon of its own serves its
  /// new path.
  func run() async throws {
    let watch = Task { [workspace, stop] in
      for await _ in workspace.departed {}
      if !Task.isCancelled { stop() }
    }
    try? await gracefulShutdown()
    watch.cancel()
    await workspace.stop()
  }
}
