package import ArgumentParser
package import WorkspaceAPI

/// `stet policy diff`: how the policy that stands there differs from the accepted one.
package struct PolicyDiffCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show how the policy that stands there differs from the one you accepted.")

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Shows the accepted policy against the one in the folder.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(PolicyRequest(.show))
    context.show(report, text: PolicyText.difference)
    return .done
  }
}
