package import ArgumentParser
package import WorkspaceAPI

/// `stet coordinate list`: who claims what, and who has what open.
package struct ListClaimsCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show who claims what, who waits, and which programs said what they have open.")

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Shows the claims that hold, those that wait, and the programs that have files open.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    context.show(try await context.openForReading().verbs.call(CoordinationRequest()), text: CoordinationText.text)
    return .done
  }
}
