package import ArgumentParser
package import WorkspaceAPI

/// `stet append`: appends standard input to a file.
package struct AppendCommand: StetSubcommand {
  /// The command's name and help.
  package static let configuration = CommandConfiguration(
    commandName: "append", abstract: "Add standard input at the end of a file.",
    discussion: """
      EXAMPLES
        date | stet append activity.md
      """)

  /// The program's options, such as the workspace's folder.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file; made where it is missing.", completion: .file()) var path: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  /// The options for printing the answer.
  @OptionGroup package var output: OutputOptions

  /// Creates a value whose properties the parser sets.
  package init() {}

  /// Reads standard input to its end and appends it to the file as one change.
  package func perform(_ context: CommandContext) async throws(VerbError) -> CommandStatus {
    let (folder, verbs) = try await context.open()
    let receipt = try await verbs.call(
      WriteRequest(
        path: try folder.path(path), action: .append(StandardInput.readAll()), caller: agent.caller("append"),
        claim: try context.claim()))
    context.show(receipt, text: ReceiptText.text)
    return .done
  }
}
