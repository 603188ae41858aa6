package import ArgumentParser
package import WorkspaceAPI

/// `stet provenance`: show who made a file, and who changed it last.
package struct ProvenanceCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "provenance", abstract: "Show who made a file, and who changed it last.",
    discussion: """
      EXAMPLES
        stet provenance Research/whales.md
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file.", completion: .file()) var path: String
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Shows who made the file and who changed it last, as history knows it.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    context.show(try await verbs.call(ProvenanceRequest(path: try folder.path(path))), text: ProvenanceText.text)
    return .done
  }
}
