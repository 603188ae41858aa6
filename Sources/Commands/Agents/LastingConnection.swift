internal import DaemonClient
internal import WorkspaceAPI

/// A connection to the daemon of a folder, for a long-running program: it is opened again after the daemon was stopped,
/// and the daemon is started if none runs.
actor LastingConnection {
  private let launcher: DaemonLauncher
  private var client: DaemonConnection?

  /// Creates a connection that is opened at its first use.
  init(_ launcher: DaemonLauncher) {
    self.launcher = launcher
  }

  /// Returns the verbs of the running daemon; nil if none runs.
  func running() -> (any WorkspaceVerbs)? {
    if let client, !client.hasEnded { return client }
    client = (try? launcher.running()) ?? nil
    return client
  }

  /// Returns the daemon's verbs. A call in progress when the daemon ended is never sent again: its outcome is unknown.
  func verbs() async throws(VerbError) -> any WorkspaceVerbs {
    if let client, !client.hasEnded { return client }
    let fresh = try await launcher.ensureRunning()
    client = fresh
    return fresh
  }
}
