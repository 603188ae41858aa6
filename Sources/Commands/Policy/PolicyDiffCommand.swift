package import ArgumentParser
package import WorkspaceAPI

/// `stet policy diff`: shows the difference between the accepted policy and the one in the folder.
package struct PolicyDiffCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show how the policy in the folder differs from the one you accepted.")

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the difference between the accepted policy and the one in the folder.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(PolicyRequest(.show))
    context.show(report, text: PolicyText.difference)
    return .done
  }
}
