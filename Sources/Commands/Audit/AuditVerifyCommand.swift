package import ArgumentParser
package import WorkspaceAPI

/// `stet audit verify`: whether the record is as it was written.
package struct AuditVerifyCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that no entry was altered, taken out or moved.",
    discussion: """
      Entries are checked against each other and against the last one that a commit
      names. It shows what others than this user account changed: whoever has the
      account can write all of it anew, but for what was published.

      Exits with 1 where something is wrong.
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Checks the whole record; fails where something is wrong with it.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let report = try await context.openForReading().verbs.call(AuditRequest(limit: 0, verifies: true))
    context.show(report, text: AuditText.check)
    return report.problems.isEmpty ? .done : .failed
  }
}
