internal import ArgumentParser
internal import Daemon
internal import FoundationEssentials
internal import WorkspaceEngine

/// The program: from arguments to an exit code.
package enum StetProgram {
  /// Runs the command that the process was called with.
  package static func main() async -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    return await run(
      Array(CommandLine.arguments.dropFirst()), environment: environment, console: .standard(environment: environment)
    ) { root async throws(VerbError) in
      try await DaemonLauncher(root: root, environment: environment).ensureRunning()
    }.rawValue
  }

  /// Runs a command line.
  package static func run(
    _ arguments: [String], environment: [String: String], console: Console,
    connector: @escaping CommandContext.Connector
  ) async -> CommandStatus {
    let command: any StetSubcommand
    do {
      var parsed = try StetCommand.parseAsRoot(arguments)
      guard let known = parsed as? any StetSubcommand else {
        // Only `help` and commands that are but lists of others: running them throws the help.
        try parsed.run()
        return .done
      }
      command = known
    } catch {
      return explain(error, on: console)
    }
    let context = CommandContext(
      directory: command.stet.directory ?? ".", environment: environment, console: console,
      printsJSON: command.output.json, connector: connector)
    do throws(VerbError) {
      return try await command.perform(context)
    } catch {
      let failure = CommandError(error)
      if command.output.json { console.print(json: failure.document) }
      console.printError(failure.text(console.errorStyle))
      return failure.status
    }
  }

  /// Prints help where it was asked for, and what is wrong with a command line.
  private static func explain(_ error: any Error, on console: Console) -> CommandStatus {
    let message = StetCommand.fullMessage(for: error)
    guard StetCommand.exitCode(for: error) != .success else {
      console.print(message + "\n")
      return .done
    }
    console.printError(message + "\n")
    return .usage
  }
}
