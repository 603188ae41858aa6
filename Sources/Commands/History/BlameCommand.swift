package import ArgumentParser
package import WorkspaceAPI

/// `stet blame`: show who wrote each line of a file.
package struct BlameCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "blame", abstract: "Show who wrote each line of a file.",
    discussion: """
      EXAMPLES
        stet blame Research/whales.md
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file.", completion: .file()) var path: String
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Shows each line of the file with who wrote it.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    context.show(try await verbs.call(BlameRequest(path: try folder.path(path))), text: BlameText.text)
    return .done
  }
}
