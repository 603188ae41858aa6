internal import HummingbirdCore
package import Logging
package import MCP
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization

/// Serves the protocol on a port of the loopback, to whoever has the token (2026-07-28 and the revisions with
/// `initialize`, Streamable HTTP).
///
/// Each message is a request of its own. A call that tells its progress is answered by a stream of events, and given up
/// when the client closes it; any other by one JSON object.
package final class HTTPServer: Sendable {
  /// What the server says of itself.
  let server: ServerDescription
  /// What a client must bring.
  let token: AccessToken
  /// What is taken at the most.
  let limits: ServerLimits
  /// Makes what a session calls.
  let makeServices: @Sendable () -> SessionServices
  /// What requests that stand for themselves call.
  let stateless: SessionServices
  /// What stateless clients were asked.
  let questions = OpenQuestions(mark: HTTPServer.sessionID())
  /// What changes while it runs.
  let state: Mutex<State>
  private let port: Int
  private let logger: Logger

  /// What all connections share.
  struct State {
    /// The sessions that began with `initialize`.
    var sessions: SessionTable<LiveSession>
    /// How many bytes of requests are held at once.
    var budget: ByteBudget
    /// Who is let in; nil before the port is known.
    var rule: AccessRule?
  }

  /// A server on a port of 127.0.0.1; 0 takes any that is free.
  ///
  /// - Parameter services: makes what one session that begins with `initialize` asks for; what stands for itself shares
  ///   one of its own.
  package init(
    server: ServerDescription, token: AccessToken, port: Int, limits: ServerLimits = ServerLimits(), logger: Logger,
    services: @escaping @Sendable () -> SessionServices
  ) {
    self.server = server
    self.token = token
    self.port = port
    self.limits = limits
    self.logger = logger
    makeServices = services
    stateless = services()
    state = Mutex(
      State(
        sessions: SessionTable(limit: limits.sessions, lifetime: limits.secondsOfSession),
        budget: ByteBudget(limit: limits.bytesAtOnce)))
  }

  /// Serves until the process is asked to end, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - endsOnSignals: whether it ends on SIGTERM and SIGINT too.
  ///   - onReady: called with the port once the server listens.
  /// - Throws: what the operating system says where the port cannot be had.
  package func run(endsOnSignals: Bool, onReady: @escaping @Sendable (Int) -> Void) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let channel = HTTP1Channel(
      responder: { request, writer, channel in try await self.respond(request, writer, channel) },
      configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(Int64(limits.secondsIdle))))
    let service = channel.server(
      configuration: ServerConfiguration(
        address: .hostname("127.0.0.1", port: port), serverName: nil, backlog: 64, reuseAddress: true,
        availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
      onServerRunning: { listening in
        let port = listening.localAddress?.port ?? self.port
        self.state.withLock { state in
          state.rule = AccessRule(port: port, token: self.token, longestBody: self.limits.longestBody)
        }
        onReady(port)
      }, eventLoopGroup: group, logger: logger)
    let services = ServiceGroup(
      services: [service], gracefulShutdownSignals: endsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
    let result: Result<Void, any Error>
    do {
      try await services.run()
      result = .success(())
    } catch { result = .failure(error) }
    try? await group.shutdownGracefully()
    try result.get()
  }
}
