package import ArgumentParser
package import WorkspaceAPI

/// A command: its options and arguments, and its function.
package protocol StetSubcommand: AsyncParsableCommand {
  /// The program's own options, such as `-C`.
  var stet: StetCommand { get }
  /// The options for printing.
  var output: OutputOptions { get }
  /// Carries out the command.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus
}
