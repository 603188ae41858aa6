package import DaemonClient
internal import Dispatch
internal import Glibc
internal import GitObjects
package import Logging
internal import ServiceLifecycle
internal import Threads
internal import WorkspaceAPI

/// Serves a workspace's verbs on its socket, to its owner only (review C11).
package actor SocketServer: Service {
  /// The timeout of a client that waits because the greatest number of clients is connected; it then gets an error.
  private static let crowdTimeout = DispatchTimeInterval.seconds(5)
  /// The timeout of a stop for requests in progress.
  private static let drainTime = DispatchTimeInterval.milliseconds(500)

  /// The executor of the actor: its own queue.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The serial queue on which the server and its sessions run.
  nonisolated let executor = SerialQueue(label: "stet.socket")
  /// The place of the socket.
  let path: SocketPath
  private let dispatcher: VerbDispatcher
  private let limits: Limits
  /// The log of the daemon.
  let logger: Logger
  private var listener: Readiness?
  private var identity: FileIdentity?
  /// Notifies when the socket or its folder is deleted.
  var placeWatch: Readiness?
  /// The pause before the next try to create the socket again, in milliseconds.
  var bindPause = 100
  private var accepting = Accepting.open
  /// The number of periods with the greatest number of clients.
  private var crowdCount = 0
  /// Whether the server was stopped: it does not create its socket any more.
  private(set) var isFinished = false
  private var sessions: [Int: SocketSession] = [:]
  private var nextKey = 0
  private var drained: CheckedContinuation<Void, Never>?

  /// The clients and requests that the server takes.
  private struct Limits {
    /// The only user that the server answers.
    var owner: UInt32
    /// The longest request in bytes.
    var request: Int
    /// The greatest number of clients.
    var clients: Int
    /// The timeout of a further client.
    var crowdTimeout: DispatchTimeInterval
  }

  /// Whether clients are accepted.
  private enum Accepting: Equatable {
    /// A new client is accepted at once.
    case open
    /// The last try failed; the next one comes a little later.
    case failed
    /// The client limit is reached, for the nth time; further clients wait.
    case crowded(Int)
  }

  private struct FileIdentity: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  /// Creates a server for the socket at `path`; `owner` is the only user it answers, `longestRequest` counts bytes.
  ///
  /// - Parameters:
  ///   - mostClients: the greatest number of clients; nil for as many as this process may have descriptors.
  ///   - crowdTimeout: the timeout of a further client in milliseconds; nil for five seconds.
  package init(
    path: SocketPath, dispatcher: VerbDispatcher, owner: UInt32 = geteuid(), longestRequest: Int = 64 << 20,
    mostClients: Int? = nil, crowdTimeout: Int? = nil, logger: Logger
  ) {
    limits = Limits(
      owner: owner, request: longestRequest, clients: mostClients ?? DescriptorLimit.clients,
      crowdTimeout: crowdTimeout.map { .milliseconds($0) } ?? Self.crowdTimeout)
    self.path = path
    self.dispatcher = dispatcher
    self.logger = logger
  }

  /// Creates the socket; call it only while this process has the workspace's lock.
  ///
  /// - Throws: `SocketError.system` if the socket cannot be created.
  package func listen() throws(SocketError) {
    let descriptor = try UnixSocket.listen(at: path.string)
    identity = nil
    let listener = Readiness(owning: descriptor, on: executor.queue) { [weak self] _ in
      self?.assumeIsolated { $0.acceptWaiting(descriptor) }
    }
    try listener.wait(for: .reading)
    self.listener = listener
    identity = fileIdentity()
    watchPlace()
  }

  /// Whether the file at the socket's path is the one on which this server listens.
  var isInPlace: Bool { identity != nil && identity == fileIdentity() }

  /// Stops listening, so that it can be started again.
  func stopListening() {
    listener?.cancel()
    listener = nil
    acceptAgain()
  }

  /// Serves until the service group shuts down; then accepts no requests and finishes those in progress.
  ///
  /// Connections stay open until `close`, so that a client that requested the stop can detect the end of the process.
  package func run() async throws {
    try? await gracefulShutdown()
    await finish()
  }

  /// Stops listening, deletes the socket, ends waiting calls, and lets requests in progress finish for half a second.
  package func finish() async {
    isFinished = true
    stopListening()
    stopWatchingPlace()
    if isInPlace { unlink(path.string) }
    for session in sessions.values { await session.stopTaking() }
    guard !isIdle() else { return }
    await withCheckedContinuation { continuation in
      drained = continuation
      executor.queue.asyncAfter(deadline: .now() + Self.drainTime) { [weak self] in
        self?.assumeIsolated { $0.finishDraining() }
      }
      noteChange()
    }
  }

  /// Ends all connections.
  package func close() async {
    for session in sessions.values { await session.close() }
  }

  /// The present number of clients.
  package var clientCount: Int { sessions.count }

  private func acceptWaiting(_ descriptor: Int32) {
    do {
      while sessions.count < limits.clients {
        guard let client = try UnixSocket.accept(on: descriptor) else { return try awaitClient() }
        take(client)
      }
      // A new client now waits, without being accepted, until another one disconnects.
      crowdCount += 1
      accepting = .crowded(crowdCount)
      executor.queue.asyncAfter(deadline: .now() + limits.crowdTimeout) { [weak self, accepting] in
        self?.assumeIsolated { $0.endCrowdTimeout(accepting, descriptor) }
      }
    } catch {
      // The notification would be repeated at once and without end; the waiting client is accepted a little later.
      acceptLater(error)
    }
  }

  private func acceptLater(_ error: any Error) {
    logger.error("a client could not be accepted", metadata: ["reason": "\(error)"])
    accepting = .failed
    executor.queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
      self?.assumeIsolated { $0.acceptAgain() }
    }
  }

  private func awaitClient() throws(SocketError) { try listener?.wait(for: .reading) }

  private func acceptAgain() {
    guard accepting != .open else { return }
    accepting = .open
    do throws(SocketError) { try awaitClient() } catch { acceptLater(error) }
  }

  /// Sends an error to the clients whose timeout has passed, if no other client disconnected meanwhile.
  private func endCrowdTimeout(_ crowd: Accepting, _ descriptor: Int32) {
    guard accepting == crowd else { return }
    while let client = (try? UnixSocket.accept(on: descriptor)) ?? nil {
      refuse(
        client,
        VerbError(
          .busy, "The daemon has \(limits.clients) clients, and none of them disconnected.",
          kept: "Nothing was changed.",
          next: "Try again, or end programs that stay connected ('stet watch', agents' servers)."))
    }
    acceptAgain()
  }

  private func take(_ client: Int32) {
    guard let peer = PeerProcess(descriptor: client) else {
      Glibc.close(client)
      return
    }
    if peer.user != limits.owner { return refuse(client, .otherUser(peer.user, owner: limits.owner)) }
    let key = nextKey
    nextKey += 1
    let session = SocketSession(
      connection: UInt64(key), peer: peer, dispatcher: dispatcher, executor: executor
    ) { [weak self, executor] in
      executor.queue.async { [weak self] in self?.assumeIsolated { $0.noteChange() } }
    }
    sessions[key] = session
    var lineLimits = LineChannel.Limits(line: limits.request)
    let tooLong = VerbError(
      .usage, "The request is longer than \(limits.request) bytes.", kept: "Nothing was changed.",
      next: "Save a file of this size into the folder instead.")
    lineLimits.farewell = VerbDispatcher.line(id: .null, error: RPCErrorBody(error: tooLong))
    session.assumeIsolated { $0.start(client, limits: lineLimits) }
  }

  private func refuse(_ client: Int32, _ error: VerbError) {
    let line = VerbDispatcher.line(id: .null, error: RPCErrorBody(error: error)) + [UInt8(ascii: "\n")]
    _ = Glibc.send(client, line, line.count, Int32(MSG_NOSIGNAL))
    shutdown(client, Int32(SHUT_WR))
    Glibc.close(client)
  }

  private func noteChange() {
    for (key, session) in sessions where session.assumeIsolated({ !$0.isOpen && $0.atWork == 0 }) {
      sessions[key] = nil
    }
    if case .crowded = accepting, sessions.count < limits.clients { acceptAgain() }
    if drained != nil, isIdle() { finishDraining() }
  }

  private func isIdle() -> Bool {
    sessions.values.allSatisfy { session in session.assumeIsolated { $0.atWork == 0 } }
  }

  private func finishDraining() {
    drained?.resume()
    drained = nil
  }

  private func fileIdentity() -> FileIdentity? {
    var status = stat()
    guard lstat(path.string, &status) == 0 else { return nil }
    return FileIdentity(device: status.st_dev, inode: status.st_ino)
  }
}
