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
  /// new path. A lost lock ends it too.
  ///
  /// - Throws: `VerbError` if the folder or the lock was lost, after everything has ended: nobody stopped the daemon, so
  ///   its starter may start another one.
  func run() async throws {
    let watch = Task { [workspace, stop] () async -> Bool in
      for await _ in workspace.departed {}
      guard !Task.isCancelled else { return false }
      stop()
      return true
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
    guard await watch.value else { return }
    let root = workspace.settings.root
    throw VerbError(
      .failed, "\(root), its .git/stet or the lock in it was moved, deleted, replaced or unmounted; the daemon ended.",
      kept: "Nothing was recorded as deleted.",
      next: "The next daemon records what is in the folder: systemd starts it, else run `stet start`.")
  }
}
