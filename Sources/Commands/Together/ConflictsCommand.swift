internal import ArgumentParser
internal import WorkspaceAPI

/// `stet conflicts`: lists the places with two versions of a text.
struct ConflictsCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts", abstract: "List the places where two versions of a text are kept.",
    discussion: """
      The kept version is in the file, the other one is beside it in the
      history; neither is lost. `stet resolve` settles one; CONFLICTS.md in the
      folder shows the same as long as any is open.

      Exits with 3 if a conflict is open, with 0 if none is.
      """)

  @ParentCommand var stet: StetCommand
  @OptionGroup var output: OutputOptions

  /// Lists the conflicts; returns the status of a question while there is one.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    let conflicts = try await verbs.call(ConflictsRequest())
    let place = conflicts.isEmpty ? "" : context.place(of: folder)
    context.show(conflicts) { place + ConflictsText.text($0, $1) }
    return conflicts.isEmpty ? .done : .question
  }
}
