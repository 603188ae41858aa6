internal import ArgumentParser
internal import WorkspaceAPI

/// `stet provenance`: shows the first and the last author of a file.
struct ProvenanceCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "provenance", abstract: "Show who made a file, and who changed it last.",
    discussion: """
      EXAMPLES
        stet provenance Research/whales.md
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: CompletionWords.paths) var path: String
  @OptionGroup var output: OutputOptions

  /// Shows the first and the last author of the file according to history.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    context.show(try await verbs.call(ProvenanceRequest(path: try folder.path(path))), text: ProvenanceText.text)
    return .done
  }
}
