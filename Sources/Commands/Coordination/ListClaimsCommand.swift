package import ArgumentParser
package import WorkspaceAPI

/// `stet coordinate list`: lists claims and open files.
package struct ListClaimsCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show who claims what, who waits, and which programs said what they have open.")

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the granted claims, the waiting ones, and the programs that have files open.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await context.openForReading().verbs.call(CoordinationRequest()), text: CoordinationText.text)
    return .done
  }
}
