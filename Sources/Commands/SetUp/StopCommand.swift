internal import ArgumentParser
internal import DaemonClient
internal import WorkspaceAPI

/// `stet stop`: ends the daemon.
struct StopCommand: StetSubcommand {
  /// The report of the command in JSON.
  struct Report: Codable {
    /// Whether a daemon was running.
    var stopped: Bool
  }

  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stop the daemon.",
    discussion: """
      Returns when its process has ended: the change at work is finished and all
      that is settled is recorded. Saves while no daemon runs are recorded at the
      next start: by `stet start`, `stet sync`, a command that writes, or an
      agent that connects. Commands that only read do not start it then, and
      `stet status` says that it is stopped. With --systemd the unit that
      `stet start --systemd` installed is removed.
      """)

  @ParentCommand var stet: StetCommand
  @Flag(name: .customLong("systemd"), help: "Remove the systemd user unit too.") var removesUnit = false
  @OptionGroup var output: OutputOptions

  /// Stops the daemon and waits until its process has ended; if none runs, reading commands start none from now on.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let folder = try context.folder()
    let client = try DaemonLauncher(root: folder.root, environment: context.environment).running()
    // The daemon refuses an agent, whose stop then leaves the unit as it is. systemd does not restart a stopped daemon.
    try await client?.stop()
    // Without a daemon, the unit and the mark of the stop still decide whether the folder is recorded later.
    if client == nil, let agent = context.callingAgent {
      throw StopRequest.refusal(of: agent, kept: "Nothing was changed.")
    }
    if removesUnit { try UnitInstallation(root: folder.root, environment: context.environment).remove() }
    guard client != nil else {
      StopMark.write(root: folder.root)
      context.show(Report(stopped: false)) { _, _ in "No daemon ran for \(folder.root).\n" }
      return .done
    }
    context.show(Report(stopped: true)) { _, _ in "The daemon of \(folder.root) has stopped.\n" }
    return .done
  }
}
