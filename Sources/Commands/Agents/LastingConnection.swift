internal import DaemonClient
internal import WorkspaceAPI

/// A connection to the daemon of a folder for a program that runs long: made anew where the daemon was stopped
/// meanwhile, and the daemon started where none runs.
actor LastingConnection {
  private let launcher: DaemonLauncher
  private var client: DaemonConnection?

  /// A connection that is made when it is first asked for.
  init(_ launcher: DaemonLauncher) {
    self.launcher = launcher
  }

  /// The verbs of the daemon that runs; nil where none does.
  func running() -> (any WorkspaceVerbs)? {
    if let client, !client.hasEnded { return client }
    client = (try? launcher.running()) ?? nil
    return client
  }

  /// The daemon's verbs. A call that was under way when the daemon ended is never sent again: nobody knows whether it
  /// was done.
  func verbs() async throws(VerbError) -> any WorkspaceVerbs {
    if let client, !client.hasEnded { return client }
    let fresh = try await launcher.ensureRunning()
    client = fresh
    return fresh
  }
}
