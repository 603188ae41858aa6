internal import ArgumentParser
internal import WorkspaceAPI

/// `stet append`: appends standard input to a file.
struct AppendCommand: StetSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "append", abstract: "Add standard input at the end of a file.",
    discussion: """
      EXAMPLES
        date | stet append activity.md
      """)

  @ParentCommand var stet: StetCommand
  @Argument(help: "The file; created if missing.", completion: CompletionWords.paths) var path: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  @OptionGroup var output: OutputOptions

  /// Reads standard input to its end and appends it to the file as one change.
  func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let receipt = try await verbs.call(
      WriteRequest(
        path: try folder.path(path), action: .append(try StandardInput.readAll()), caller: agent.caller("append"),
        claim: try context.claim()))
    context.show(receipt, text: ReceiptText.text)
    return .done
  }
}
