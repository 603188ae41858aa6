package import ArgumentParser
package import WorkspaceAPI

/// `stet conflicts`: list the places where two versions of a text are kept.
package struct ConflictsCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "conflicts", abstract: "List the places where two versions of a text are kept.",
    discussion: """
      The version that stands is in the file, the other one is beside it in the
      history; neither is lost. `stet resolve` settles one; CONFLICTS.md in the
      folder shows the same as long as any is open.

      Exits with 3 where a conflict is open, with 0 where none is.
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Lists the conflicts; a question while there is one.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let conflicts = try await context.openForReading().verbs.call(ConflictsRequest())
    context.show(conflicts, text: ConflictsText.text)
    return conflicts.isEmpty ? .done : .question
  }
}
