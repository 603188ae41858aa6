package import ArgumentParser
package import WorkspaceAPI

/// `stet append`: add standard input at the end of a file.
package struct AppendCommand: StetSubcommand {
  /// Its name, and what its help says.
  package static let configuration = CommandConfiguration(
    commandName: "append", abstract: "Add standard input at the end of a file.",
    discussion: """
      EXAMPLES
        date | stet append activity.md
      """)

  /// The program, whose options say which workspace is meant.
  @ParentCommand package var stet: StetCommand
  @Argument(help: "The file; made where it is missing.", completion: .file()) var path: String
  @OptionGroup(title: "Options for agents") var agent: AgentOptions
  /// How the answer is printed.
  @OptionGroup package var output: OutputOptions

  /// Makes one whose values the parser fills in.
  package init() {}

  /// Reads standard input to its end and adds it to the file as one change.
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
