package import ArgumentParser
package import WorkspaceAPI

/// `stet conflicts`: lists the places with two versions of a text.
package struct ConflictsCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "conflicts", abstract: "List the places where two versions of a text are kept.",
    discussion: """
      The kept version is in the file, the other one is beside it in the
      history; neither is lost. `stet resolve` settles one; CONFLICTS.md in the
      folder shows the same as long as any is open.

      Exits with 3 where a conflict is open, with 0 where none is.
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Lists the conflicts; returns the status of a question while there is one.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let conflicts = try await context.openForReading().verbs.call(ConflictsRequest())
    context.show(conflicts, text: ConflictsText.text)
    return conflicts.isEmpty ? .done : .question
  }
}
