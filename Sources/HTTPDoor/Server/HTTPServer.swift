internal import HummingbirdCore
package import Logging
package import MCP
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization

/// An MCP server on a loopback port for clients with the token (2026-07-28 and the revisions with `initialize`,
/// Streamable HTTP).
///
/// Each message is a request of its own. A call with progress reports is answered by a stream of events, and cancelled
/// when the client closes the stream; any other by one JSON object.
package final class HTTPServer: Sendable {
  /// The server's description.
  let server: ServerDescription
  /// The token that a client must send.
  let token: AccessToken
  let limits: ServerLimits
  let makeServices: @Sendable () -> SessionServices
  /// The services of stateless requests.
  let stateless: SessionServices
  /// The open questions to stateless clients.
  let questions = OpenQuestions(mark: HTTPServer.sessionID())
  /// The mutable state.
  let state: Mutex<State>
  private let port: Int
  private let logger: Logger

  /// The state shared by all connections.
  struct State {
    /// The sessions that began with `initialize`.
    var sessions: SessionTable<LiveSession>
    /// The budget for bytes of requests in memory.
    var budget: ByteBudget
    /// The access rule; nil before the port is known.
    var rule: AccessRule?
  }

  /// Creates a server on a port of 127.0.0.1; 0 uses any free port.
  ///
  /// - Parameter services: creates the services of one session that starts with `initialize`; all stateless requests
  ///   share another instance.
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

  /// Serves until the process is asked to end, or the task is cancelled. Answers in progress have two seconds then.
  ///
  /// - Parameters:
  ///   - endsOnSignals: whether it also ends on SIGTERM and SIGINT.
  ///   - onReady: called with the port once the server listens.
  /// - Throws: the error of the operating system if the port cannot be opened.
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
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: service, serviceName: "http")],
      gracefulShutdownSignals: endsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
    // A client's stream of notifications lasts as long as the client.
    configuration.maximumGracefulShutdownDuration = .seconds(2)
    let services = ServiceGroup(configuration: configuration)
    let result: Result<Void, any Error>
    do {
      try await services.run()
      result = .success(())
    } catch { result = .failure(error) }
    try? await group.shutdownGracefully()
    try result.get()
  }
}

extension HTTPServer {
  /// The session of a message.
  struct Found {
    var session: LiveSession
    /// The new session's id to send with this answer; nil if the client knows it, or needs none.
    var id: String?
  }

  /// The refusal of a message.
  struct Turned: Error {
    var refusal: Refusal
    /// The frame to answer with, if it is more than a plain refusal.
    var frame: [UInt8]?

    init(_ refusal: Refusal, frame: [UInt8]? = nil) {
      self.refusal = refusal
      self.frame = frame
    }
  }
}

/// The limits of one endpoint.
package struct ServerLimits: Hashable, Sendable {
  /// The longest message in bytes, as over standard input.
  package var longestBody = 96 << 20
  /// The largest number of bytes of messages in memory, over all connections.
  package var bytesAtOnce = 256 << 20
  /// The largest number of connections; further ones wait to be accepted.
  package var connections = 512
  /// The time in seconds within which a message must be received completely.
  package var secondsForBody = 60
  /// The time in seconds after which an idle connection is closed, so that clients without a token do not occupy it.
  package var secondsIdle = 10
  /// The time in seconds between two comments in the stream of an answer, which show whether its client is gone.
  package var secondsToKeepAlive = 15
  /// The largest number of sessions of older clients.
  package var sessions = 256
  /// The time in seconds after which a session without messages is removed.
  package var secondsOfSession = 24.0 * 3_600

  package init() {}
}
