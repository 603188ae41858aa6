package import DaemonClient
internal import Glibc
package import Logging
internal import ServiceLifecycle
internal import Synchronization
internal import WorkspaceEngine
package import WorkspaceAPI

/// The daemon of one workspace, from lock to exit.
package enum DaemonProcess {
  /// The timeout in seconds for the socket of the process that has the lock (review C11).
  private static let waitForAnother = 5.0

  /// Serves the workspace until SIGTERM, SIGINT or a client's `stop`, or until it loses its folder or its lock; `report`
  /// is called once, when it serves or cannot.
  ///
  /// - Throws: the reason why the workspace could not be opened; `report` is called with it, too.
  package static func run(
    _ settings: WorkspaceSettings, logger: Logger, report: @escaping @Sendable (StartReport) -> Void
  ) async throws(VerbError) -> LocalEngine.ServiceEnd {
    // A client that disconnects must end its connection, not the daemon.
    signal(SIGPIPE, SIG_IGN)
    DescriptorLimit.raise()
    StopMark.remove(root: settings.root)
    do throws(VerbError) {
      let path = SocketPath(root: settings.root, runtimeDirectory: settings.runtimeDirectory)
      guard let workspace = try await open(settings, path) else {
        report(.anotherServes)
        return .anotherServes
      }
      return try await serve(workspace, at: path, logger: logger, report: report)
    } catch {
      report(.failed(error))
      throw error
    }
  }

  /// Opens the workspace; nil if another process serves it. Waits for a process that is just stopping.
  private static func open(_ settings: WorkspaceSettings, _ path: SocketPath) async throws(VerbError) -> Workspace? {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(waitForAnother)
    repeat {
      if let workspace = try await Workspace.prepare(settings) { return workspace }
      if await SocketWaiter.wait(for: path, milliseconds: 250) { return nil }
      if let folder = SocketPointer.read(root: settings.root), folder != path.directory,
        await SocketWaiter.wait(for: SocketPath(root: settings.root, runtimeDirectory: folder), milliseconds: 1)
      {
        return nil
      }
    } while clock.now < deadline
    throw VerbError(
      .busy, "Another process holds this workspace and does not answer.", kept: "Nothing was changed.",
      next: "If a daemon hangs, end it (its process id is in `.git/stet/lock`) and try again.")
  }

  private static func serve(
    _ workspace: Workspace, at path: SocketPath, logger: Logger, report: @Sendable (StartReport) -> Void
  ) async throws(VerbError) -> LocalEngine.ServiceEnd {
    let stop = StopTrigger()
    let server = SocketServer(
      path: path,
      dispatcher: VerbDispatcher(
        root: workspace.settings.root, verbs: VerbTable(of: workspace), runner: { workspace.runner(of: $0) },
        stop: {
          StopMark.write(root: workspace.settings.root)
          stop.pull()
        }, agentConnected: { workspace.agentConnected($0) }, connectionEnded: { workspace.connectionEnded($0) }),
      logger: logger)
    do throws(SocketError) {
      try await server.listen()
    } catch {
      await workspace.stop()
      throw VerbError(.failed, error.description, kept: "Nothing was changed.")
    }
    SocketPointer.write(path.directory, root: workspace.settings.root)
    // A `stop` that ended the daemon before this one may have written the mark since.
    StopMark.remove(root: workspace.settings.root)
    var configuration = ServiceGroupConfiguration(
      services: [
        // Without a name, the group prints each service with all its parts at every start.
        .init(
          service: WorkspaceService(workspace: workspace, logger: logger, stop: { stop.pull() }),
          serviceName: "workspace"),
        .init(service: server, serviceName: "socket"),
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    let group = ServiceGroup(configuration: configuration)
    stop.connect { Task { await group.triggerGracefulShutdown() } }
    let log = Task { [events = workspace.events(of: EventLog.kinds)] in
      for await event in events { EventLog.write(event, to: logger) }
    }
    defer { log.cancel() }
    logger.info("serving", metadata: ["folder": "\(workspace.settings.root)"])
    report(.serves)
    var end = LocalEngine.ServiceEnd.stopped
    do {
      try await group.run()
    } catch {
      logger.error("the services ended", metadata: ["reason": "\(error)"])
      // Not thrown: the start was reported, and the descriptor of the report may be another file by now.
      if let loss = error as? VerbError { end = .lost(loss) }
    }
    logger.info("stopped")
    await server.close()
    return end
  }
}
