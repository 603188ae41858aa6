internal import Logging
internal import ServiceLifecycle
internal import WorkspaceEngine
internal import WorkspaceAPI

/// Begins the work of the workspace, and keeps it open for as long as the group of services runs.
struct WorkspaceService: Service {
  let workspace: Workspace
  let logger: Logger
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
    let start = Task { [workspace, logger, stop] in
      do throws(VerbError) { try await workspace.begin() } catch {
        logger.error("the work could not begin", metadata: ["reason": "\(error.what)"])
        stop()
      }
    }
    try? await gracefulShutdown()
    watch.cancel()
    await start.value
    await workspace.stop()
  }
}
