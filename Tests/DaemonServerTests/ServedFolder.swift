import WorkspaceAPI
import DaemonClient
import DaemonServer
import Glibc
import Logging
import TestSupport

/// A server on a socket in a folder of its own.
struct ServedFolder {
  let path: SocketPath
  private let folder = TemporaryFolder()
  let server: SocketServer

  init(
    _ verbs: FakeVerbs, owner: UInt32 = geteuid(), longestRequest: Int = 64 << 20,
    mostClients: Int? = nil, crowdTimeout: Int? = nil, stop: @escaping @Sendable () -> Void = {},
    connectionEnded: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) async throws {
    path = SocketPath(root: "/home/ann/Stet", runtimeDirectory: folder.path)
    server = SocketServer(
      path: path,
      dispatcher: VerbDispatcher(root: "/", verbs: verbs.table, stop: stop, connectionEnded: connectionEnded),
      owner: owner,
      longestRequest: longestRequest, mostClients: mostClients, crowdTimeout: crowdTimeout,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await server.listen()
  }

  func client() throws -> DaemonConnection {
    try DaemonConnection(path: path)
  }

  /// Stops the server.
  func end() async {
    await server.finish()
    await server.close()
  }
}
