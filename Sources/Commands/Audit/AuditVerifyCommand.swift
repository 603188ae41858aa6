package import ArgumentParser
package import WorkspaceAPI

/// `stet audit verify`: checks that the record is unchanged.
package struct AuditVerifyCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that no entry was altered, taken out or moved.",
    discussion: """
      Entries are checked against each other and against the last one that a commit
      names. It shows what others than this user account changed: a program of the
      account can write all of it anew, but for what was published.

      Exits with 1 where something is wrong.
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Checks the whole record; fails if it has a fault.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(AuditRequest(limit: 0, verifies: true))
    context.show(report, text: AuditText.check)
    return report.problems.isEmpty ? .done : .failed
  }
}
