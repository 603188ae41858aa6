internal import Glibc
internal import Threads
package import WorkspaceAPI

/// Finds the daemon of a workspace, or starts it; ten simultaneous starts result in one daemon (review C11).
package struct DaemonLauncher: Sendable {
  /// The timeout in seconds for a starting daemon, which completes what the last stop interrupted before it serves.
  package static let timeout: Int32 = 60

  /// The workspace's folder, absolute and without symbolic links.
  package let root: String
  private let environment: [String: String]
  private let executable: String

  /// Creates a launcher for the workspace at `root`; the daemon is this program itself with the hidden command
  /// `daemon`.
  package init(root: String, environment: [String: String], executable: String = "/proc/self/exe") {
    self.root = root
    self.environment = environment
    self.executable = executable
  }

  /// Returns the arguments with which the program is the daemon of a workspace.
  package static func arguments(root: String) -> [String] {
    ["-C", root, "daemon", "--report", String(DetachedProcess.reportDescriptor)]
  }

  /// Connects to the running daemon; nil if none runs.
  ///
  /// - Throws: `VerbError` if the folder belongs to another user, or the socket cannot be used.
  package func running() throws(VerbError) -> DaemonConnection? {
    try reach { path throws(SocketError) in try DaemonConnection(path: path) }
  }

  /// Connects to the running daemon for calls on the calling thread; nil if none runs.
  ///
  /// - Throws: as `running`.
  package func direct() throws(VerbError) -> DirectConnection? {
    try reach { path throws(SocketError) in try DirectConnection(path: path) }
  }

  /// Connects to the daemon's socket in the runtime folder of this environment, or else in the recorded one.
  private func reach<C>(_ connect: (SocketPath) throws(SocketError) -> C) throws(VerbError) -> C? {
    try checkOwner()
    do {
      let folder = try RuntimeDirectory.prepare(environment: environment)
      if let found = try reach(in: folder, connect) { return found }
      guard let recorded = SocketPointer.read(root: root), recorded != folder else { return nil }
      return try reach(in: recorded, connect)
    } catch {
      throw VerbError(.failed, error.description, kept: "Nothing was changed.")
    }
  }

  private func reach<C>(
    in folder: String, _ connect: (SocketPath) throws(SocketError) -> C
  ) throws(SocketError) -> C? {
    do {
      return try connect(SocketPath(root: root, runtimeDirectory: folder))
    } catch {
      if case .nobodyListens = error { return nil }
      throw error
    }
  }

  /// Connects to the daemon, which is started if none runs.
  ///
  /// - Throws: the reason why it could not be started.
  package func ensureRunning() async throws(VerbError) -> DaemonConnection {
    if let client = try running() { return client }
    let daemon: DetachedProcess
    do {
      daemon = try DetachedProcess(
        executable: executable,
        arguments: ["stet"] + Self.arguments(root: root),
        environment: LocalEnvironment.cleaned(environment))
    } catch {
      throw VerbError(.failed, "The daemon could not be started: \(error)", kept: "Nothing was changed.")
    }
    let report = await onThread("stet.launch") { daemon.waitForReport(seconds: Self.timeout) }
    switch report {
    case .failed(let error): throw error
    case .serves, .anotherServes:
      if let client = try running() { return client }
      throw VerbError(
        .busy, "The daemon started and was stopped again.", kept: "Nothing was changed.", next: "Try again.")
    case nil:
      throw VerbError(
        .failed, "The daemon did not start.", kept: "Nothing was changed.",
        next: "\(root)/.git/stet/log says why; `stet start --foreground` shows it here.")
    }
  }

  private func checkOwner() throws(VerbError) {
    var status = stat()
    guard lstat(root + "/.git/stet", &status) == 0 else { return }
    if status.st_uid != geteuid() { throw .otherUser(geteuid(), owner: status.st_uid) }
  }
}

extension VerbError {
  /// The refusal of a second user of a folder.
  package static func otherUser(_ user: UInt32, owner: UInt32) -> VerbError {
    VerbError(
      .refused, "This folder is served for the user with id \(owner); you are the user with id \(user).",
      kept: "Nothing was changed.",
      next: "One folder has one user: work in a clone of your own (`stet clone`), or save into the folder as files.")
  }
}
