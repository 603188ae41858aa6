package import ArgumentParser
package import WorkspaceAPI

/// `stet provenance`: shows the first and the last author of a file.
package struct ProvenanceCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "provenance", abstract: "Show who made a file, and who changed it last.",
    discussion: """
      EXAMPLES
        stet provenance Research/whales.md
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file.", completion: .file()) var path: String
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows the first and the last author of the file according to history.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    context.show(try await verbs.call(ProvenanceRequest(path: try folder.path(path))), text: ProvenanceText.text)
    return .done
  }
}
