internal import ArgumentParser
internal import WorkspaceAPI

/// `stet start`: starts the daemon.
struct StartCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start to record what is saved in the folder.",
    discussion: """
      Any command that needs the daemon starts it too; after `stet stop` only those
      that write or exchange. With --systemd it starts with your session from now on,
      as a systemd user unit.

      The files are compared with the last recorded state first. In a folder of many
      files the command does not wait for the end of that; with --wait it does, and
      everything that changed since the last stop is recorded then.

      EXAMPLES
        stet -C ~/Stet start
        stet -C ~/Stet start --wait
        stet -C ~/Stet start --systemd
      """)

  @ParentCommand var stet: StetCommand
  @Flag(name: .customLong("systemd"), help: "Install a systemd user unit and start it.") var installsUnit = false
  @Flag(name: .customLong("foreground"), help: "Stay in the foreground and print the log here.") var staysHere = false
  @Flag(name: .customLong("wait"), help: "Return when the changes since the last stop are recorded.") var waits = false
  @OptionGroup var output: OutputOptions

  /// The longest wait for the check of the files, in milliseconds: most folders are checked by then.
  private static let timeout = 30

  /// Refuses to serve in this process and as a unit of systemd at once.
  func validate() throws {
    if installsUnit && staysHere { throw ValidationError("Choose one of --systemd and --foreground.") }
    if waits && staysHere { throw ValidationError("Choose one of --wait and --foreground.") }
  }

  /// Starts the daemon if none runs, or serves in this process with `--foreground`.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let folder = try context.folder()
    if staysHere {
      let (console, environment) = (context.console, context.environment)
      let end = try await context.engine().serve(
        try context.settings(root: folder.root), .lines { console.printError($0 + "\n") }
      ) { _ in QueueCommand.startIfNeeded(folder.root, environment: environment) }
      switch end {
      case .stopped: return .done
      case .anotherServes:
        console.printError("A daemon already records \(folder.root).\n")
        return .done
      // With its status of a failure, systemd starts the unit again.
      case .lost(let loss): throw loss
      }
    }
    if installsUnit { try await UnitInstallation(root: folder.root, environment: context.environment).install() }
    let timeout = waits ? Int(Int32.max) : Self.timeout
    let status = try await context.verbs(folder).call(StatusRequest(timeout: timeout))
    QueueCommand.startIfNeeded(folder.root, environment: context.environment)
    context.show(status, text: StatusText.started)
    return .done
  }
}
