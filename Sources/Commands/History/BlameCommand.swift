package import ArgumentParser
package import WorkspaceAPI

/// `stet blame`: shows the author of each line of a file.
package struct BlameCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "blame", abstract: "Show who wrote each line of a file.",
    discussion: """
      EXAMPLES
        stet blame Research/whales.md
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file.", completion: .file()) var path: String
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Shows each line of the file with its author.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    context.show(try await verbs.call(BlameRequest(path: try folder.path(path))), text: BlameText.text)
    return .done
  }
}
