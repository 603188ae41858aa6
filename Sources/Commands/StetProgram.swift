internal import ArgumentParser
package import DaemonClient
internal import FoundationEssentials
internal import Glibc
internal import WorkspaceAPI

/// The program: from arguments to an exit code.
package enum StetProgram {
  static let version = "0.1.0"

  /// The state of the program after its work on the calling thread.
  package enum Beginning: Sendable {
    /// The program has ended with this exit code.
    case ended(Int32)
    /// The remaining work, which returns the exit code.
    case remains(@Sendable () async -> Int32)
  }

  /// Begins the program; a plain `stet write` is carried out at once if a daemon runs.
  ///
  /// Agents run that command for every change, and the threads of Swift's concurrency would take a third of its time.
  ///
  /// - Parameter engine: the engine in this process.
  package static func begin(engine: LocalEngine) -> Beginning {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let write = WriteInvocation(plain: arguments) else {
      return .remains { await main(arguments, engine) }
    }
    // All variables that a direct call needs: reading the whole environment takes as long as the call.
    var environment: [String: String] = [:]
    for name in ["XDG_RUNTIME_DIR", "NO_COLOR", "TERM", "STET_CLAIM"] {
      environment[name] = getenv(name).map { String(cString: $0) }
    }
    let context = CommandContext(
      directory: write.directory ?? ".", environment: environment, console: .standard(environment: environment),
      printsJSON: write.printsJSON
    ) { root throws(VerbError) in throw VerbError(.failed, "No daemon is started for a direct call of \(root).") }
    do throws(VerbError) {
      let folder = try context.folder()
      let request = try write.request(in: folder, context)
      if let status = try write.performDirectly(request, in: folder, context) { return .ended(status.rawValue) }
      return .remains { await main(write, request, folder) }
    } catch {
      return .ended(report(error, context).rawValue)
    }
  }

  private static func main(_ arguments: [String], _ engine: LocalEngine) async -> Int32 {
    // A child that ends before it has read its input must not end this program; `Console` handles a reader that is
    // gone.
    signal(SIGPIPE, SIG_IGN)
    let environment = ProcessInfo.processInfo.environment
    return await run(
      arguments, environment: environment, console: .standard(environment: environment), engine: engine,
      connector: connector(environment)
    ).rawValue
  }

  /// Runs a write that found no daemon and has read its input.
  private static func main(
    _ write: WriteInvocation, _ request: WriteRequest, _ folder: WorkspaceFolder
  ) async -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    let context = CommandContext(
      directory: write.directory ?? ".", environment: environment, console: .standard(environment: environment),
      printsJSON: write.printsJSON, connector: connector(environment))
    return await finish(context) { context async throws(VerbError) in
      try await write.perform(request, in: folder, context)
    }.rawValue
  }

  /// Returns the connector that finds the daemon of a folder, or starts it.
  private static func connector(_ environment: [String: String]) -> CommandContext.Connector {
    { root async throws(VerbError) in try await DaemonLauncher(root: root, environment: environment).ensureRunning() }
  }

  /// Runs a command line.
  ///
  /// - Parameter engine: the engine in this process; nil for a program that only calls the daemon.
  package static func run(
    _ arguments: [String], environment: [String: String], console: Console, engine: LocalEngine? = nil,
    connector: @escaping CommandContext.Connector
  ) async -> CommandStatus {
    func context(_ directory: String?, json: Bool) -> CommandContext {
      CommandContext(
        directory: directory ?? ".", environment: environment, console: console, printsJSON: json, engine: engine,
        connector: connector)
    }
    if let write = WriteInvocation(plain: arguments) {
      return await finish(context(write.directory, json: write.printsJSON)) { context async throws(VerbError) in
        try await write.perform(context)
      }
    }
    if let daemon = DaemonInvocation(launched: arguments) {
      return await finish(context(daemon.directory, json: false)) { context async throws(VerbError) in
        try await daemon.perform(context)
      }
    }
    let command: any StetSubcommand
    do {
      // A completion asks the workspace, with the surroundings of this call.
      let surroundings = context(nil, json: false)
      var parsed = try await CompletionWords.$context.withValue(surroundings) {
        try await StetCommand.asyncParseAsRoot(arguments)
      }
      guard let known = parsed as? any StetSubcommand else {
        // Only `help` and commands that are lists of others: running them throws the help.
        try parsed.run()
        return .done
      }
      command = known
    } catch {
      return explain(error, in: arguments, on: console)
    }
    return await finish(context(command.stet.directory, json: command.output.json)) { context async throws(VerbError) in
      try await command.perform(context)
    }
  }

  private static func finish(
    _ context: CommandContext, perform: (CommandContext) async throws(VerbError) -> CommandStatus
  ) async -> CommandStatus {
    do throws(VerbError) {
      return try await perform(context)
    } catch {
      return report(error, context)
    }
  }

  private static func report(_ error: VerbError, _ context: CommandContext) -> CommandStatus {
    let failure = CommandError(error)
    if context.printsJSON { context.console.print(json: failure.document) }
    context.console.printError(failure.text(context.console.errorStyle))
    return failure.status
  }

  /// Prints requested help, or the error of a command line; with `--json` as JSON.
  private static func explain(_ error: any Error, in arguments: [String], on console: Console) -> CommandStatus {
    var message = StetCommand.fullMessage(for: error)
    guard StetCommand.exitCode(for: error) != .success else {
      console.print(message + "\n")
      return .done
    }
    var what = StetCommand.message(for: error)
    if let word = CommandNames.unknown(in: arguments) {
      let meant = CommandNames.nearest(to: word).map { " Did you mean 'stet \($0)'?" } ?? ""
      what = "There is no command '\(word)'.\(meant)"
      message = "Error: \(what)\n'stet help' lists all commands."
    } else if let (group, word, nearest) = CommandNames.unknownInGroup(in: arguments),
      what.lowercased().contains("unexpected argument"), what.contains("'\(word)'")
    {
      let meant = nearest.map { " Did you mean 'stet \(group) \($0)'?" } ?? ""
      what = "There is no command '\(group) \(word)'.\(meant)"
      message = "Error: \(what)\n'stet help \(group)' lists its commands."
    }
    if arguments.contains("--json") {
      console.print(
        json: CommandError(
          VerbError(.usage, what, kept: "Nothing was changed.", next: "'stet help' and 'stet COMMAND --help' explain.")
        ).document)
    }
    console.printError(message + "\n")
    return .usage
  }
}
