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
    func context(_ directory: String?, json: Bool) -> CommandContext {
      CommandContext(
        directory: directory ?? ".", environment: environment, console: console, printsJSON: json, connector: connector)
    }
    if let write = WriteInvocation(plain: arguments) {
      return await finish(context(write.directory, json: write.printsJSON)) { context async throws(VerbError) in
        try await write.perform(context)
      }
    }
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
      let failure = CommandError(error)
      if context.printsJSON { context.console.print(json: failure.document) }
      context.console.printError(failure.text(context.console.errorStyle))
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
