package import ArgumentParser
package import WorkspaceAPI

/// `stet policy show`: shows the policy in effect.
package struct PolicyShowCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the policy that is in force.",
    discussion: "Exits with 3 where another one waits for you, or where it cannot be read.")

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the policy in effect; returns the status of a question while another one waits for acceptance.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(PolicyRequest(.show))
    context.show(report, text: PolicyText.text)
    return report.state == "accepted" ? .done : .question
  }
}
