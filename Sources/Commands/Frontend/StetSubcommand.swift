package import ArgumentParser
package import WorkspaceAPI

/// A command: options and arguments, and what it does with them.
package protocol StetSubcommand: AsyncParsableCommand {
  /// The program's own options, such as `-C`.
  var stet: StetCommand { get }
  /// How it prints.
  var output: OutputOptions { get }
  /// Does it.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus
}
