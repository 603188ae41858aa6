package import ArgumentParser
package import WorkspaceAPI

/// `stet policy show`: the policy that is in force.
package struct PolicyShowCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the policy that is in force.",
    discussion: "Exits with 3 where another one waits for you, or where it cannot be read.")

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Shows the policy in force; a question while another one waits to be accepted.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(PolicyRequest(.show))
    context.show(report, text: PolicyText.text)
    return report.state == "accepted" ? .done : .question
  }
}
