internal import ArgumentParser
internal import WorkspaceAPI

/// `stet blame`: shows the author of each line of a file.
struct BlameCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "blame", abstract: "Show who wrote each line of a file.",
    discussion: """
      EXAMPLES
        stet blame Research/whales.md
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file.", completion: CompletionWords.paths) var path: String
  @OptionGroup var output: OutputOptions

  /// Shows each line of the file with its author.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.openForReading()
    context.show(try await verbs.call(BlameRequest(path: try folder.path(path))), text: BlameText.text)
    return .done
  }
}
